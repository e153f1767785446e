import type { ReactNode } from 'react'
import { MenuItem } from 'react-aria-components'
import { tv } from 'tailwind-variants/lite'
import { Icon } from './icon.tsx'
import { overlayRow, overlayRowStates } from './lib/overlay-style.ts'
import type { IconName } from './lib/resolve-icon.ts'

const itemStyle = tv({
  base: `${overlayRow} ${overlayRowStates}`,
  variants: { tone: { neutral: '', danger: 'text-danger-text' } },
  defaultVariants: { tone: 'neutral' },
})

export interface DropdownMenuItemProps {
  children: ReactNode
  /** Its name for first-letter search, where the children are not plain text. */
  textValue?: string
  icon?: IconName
  /** A second line. */
  description?: ReactNode
  /** The keys that do the same, shown at the end. */
  shortcut?: string
  onAction?: () => void
  href?: string
  isNewTab?: boolean
  isDisabled?: boolean
  /** Shows a tick: the choice in force. */
  isChecked?: boolean
  tone?: 'neutral' | 'danger'
}

/** One thing to do, or one place to go, in a DropdownMenu. */
export function DropdownMenuItem({
  children,
  textValue,
  icon,
  description,
  shortcut,
  onAction,
  href,
  isNewTab,
  isDisabled,
  isChecked,
  tone,
}: DropdownMenuItemProps) {
  return (
    <MenuItem
      textValue={textValue ?? (typeof children === 'string' ? children : undefined)}
      onAction={onAction}
      href={href}
      {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
      isDisabled={isDisabled}
      className={itemStyle({ tone })}
    >
      {icon && (
        <Icon name={icon} size="sm" className={tone === 'danger' ? undefined : 'text-content-muted'} />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="wrap-anywhere">{children}</span>
        {description && <span className="text-xs text-content-muted wrap-anywhere">{description}</span>}
      </span>
      {isChecked && <Icon name="check" size="sm" label="selected" className="text-accent-text" />}
      {isNewTab && (
        <Icon name="external-link" size="xs" label="opens in a new tab" className="text-content-subtle" />
      )}
      {shortcut && <kbd className="font-sans text-xs text-content-subtle">{shortcut}</kbd>}
    </MenuItem>
  )
}
