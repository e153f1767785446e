import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { type ButtonSize, type ButtonTone, type ButtonVariant, buttonStyle } from '../lib/button-style.ts'
import type { IconName } from '../lib/resolve-icon.ts'
import { Icon } from '../text/icon.tsx'
import { DisabledLink } from './disabled-link.tsx'

export interface LinkButtonProps {
  /** A path in this app or a full URL. React Aria's RouterProvider, if present, handles navigation. */
  href: string
  children: ReactNode
  tone?: ButtonTone
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  isDisabled?: boolean
  /** The reason why the link is disabled, shown in a tooltip and read by screen readers. The link stays focusable. */
  disabledReason?: string | undefined
  /** Opens the link in a new tab, and announces that to screen readers. */
  isNewTab?: boolean
  className?: string
  'aria-label'?: string
}

/** A link that looks like a button. Use it for navigation, and Button for actions. */
export function LinkButton({
  href,
  children,
  tone = 'neutral',
  variant = tone === 'neutral' ? 'outline' : 'solid',
  size = 'md',
  icon,
  isDisabled = false,
  disabledReason,
  isNewTab = false,
  className,
  ...rest
}: LinkButtonProps) {
  const iconSize = size === 'xs' ? 'xs' : 'sm'
  const look = buttonStyle({ tone, variant, size, isInert: isDisabled, className })
  const content = (
    <>
      {icon && <Icon name={icon} size={iconSize} />}
      <span className="contents">{children}</span>
      {isNewTab && <span className="sr-only">(opens in a new tab)</span>}
      {isNewTab && <Icon name="external-link" size={iconSize} />}
    </>
  )
  if (isDisabled && disabledReason) {
    return (
      <DisabledLink {...rest} reason={disabledReason} className={look}>
        {content}
      </DisabledLink>
    )
  }
  return (
    <Link
      {...rest}
      href={href}
      isDisabled={isDisabled}
      {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
      className={look}
    >
      {content}
    </Link>
  )
}
