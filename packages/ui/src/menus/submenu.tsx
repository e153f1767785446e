import { Menu, MenuItem, Popover, SubmenuTrigger } from 'react-aria-components'
import { type DropdownSubmenuProps, menuMaxWidthPx } from '../lib/menu-parts.ts'
import { overlayPanel, overlayRow, overlayRowStates } from '../lib/overlay-style.ts'
import { Icon } from '../text/icon.tsx'

/** Renders a DropdownSubmenu in an open menu. */
export function Submenu({
  label,
  icon,
  children,
  isDisabled,
  maxWidthPx = menuMaxWidthPx,
}: DropdownSubmenuProps) {
  return (
    <SubmenuTrigger delay={0}>
      <MenuItem textValue={label} isDisabled={isDisabled} className={`${overlayRow} ${overlayRowStates}`}>
        {icon && <Icon name={icon} size="sm" className="text-content-muted" />}
        <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
        <Icon name="chevron--right" size="sm" className="-mr-0.5 text-content-subtle" />
      </MenuItem>
      <Popover
        offset={2}
        crossOffset={-4}
        className={`${overlayPanel} min-w-36`}
        style={{ maxWidth: maxWidthPx }}
      >
        <Menu aria-label={label} className="flex flex-col gap-px p-1 outline-none">
          {children}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  )
}
