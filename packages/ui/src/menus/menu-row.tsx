import { MenuItem } from 'react-aria-components'
import { tv } from 'tailwind-variants/lite'
import type { DropdownMenuItemProps } from '../lib/menu-parts.ts'
import { overlayRow, overlayRowStates } from '../lib/overlay-style.ts'
import { Icon } from '../text/icon.tsx'

const itemStyle = tv({
  base: `${overlayRow} ${overlayRowStates}`,
  variants: { tone: { neutral: '', danger: 'text-danger-text' } },
  defaultVariants: { tone: 'neutral' },
})

/** Renders a DropdownMenuItem in an open menu. */
export function MenuRow({
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
      {shortcut && <kbd className="font-sans text-xs text-content-muted">{shortcut}</kbd>}
    </MenuItem>
  )
}
