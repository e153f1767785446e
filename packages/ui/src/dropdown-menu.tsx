import type { ReactElement, ReactNode } from 'react'
import { Menu, MenuTrigger, Popover, type PopoverProps } from 'react-aria-components'
import { overlayPanel } from './lib/overlay-style.ts'
import { SubmenuCloseDelay } from './submenu-close-delay.tsx'

/** Of a menu and its submenus, unless asked otherwise (SPEC section 2). */
export const menuMaxWidthPx = 280

export interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** DropdownMenuItem, DropdownSubmenu and DropdownMenuSection elements. */
  children: ReactNode
  /** Names the menu where the trigger's own text does not. */
  label?: string
  placement?: PopoverProps['placement']
  maxWidthPx?: number
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/**
 * A menu behind a button (SPEC section 2): at most 280 px wide by default; submenus open on hover and close 300 ms after
 * the pointer has left them. By keyboard: arrows, Home, End, first letters, Enter, Escape.
 */
export function DropdownMenu({
  trigger,
  children,
  label,
  placement = 'bottom start',
  maxWidthPx = menuMaxWidthPx,
  isOpen,
  onOpenChange,
}: DropdownMenuProps) {
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Popover
        placement={placement}
        offset={4}
        className={`${overlayPanel} min-w-40`}
        style={{ maxWidth: maxWidthPx }}
      >
        <SubmenuCloseDelay>
          <Menu aria-label={label} className="flex flex-col gap-px p-1 outline-none">
            {children}
          </Menu>
        </SubmenuCloseDelay>
      </Popover>
    </MenuTrigger>
  )
}
