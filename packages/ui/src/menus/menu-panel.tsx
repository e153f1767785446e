import type { ReactNode, RefObject } from 'react'
import {
  Menu,
  type MenuProps,
  OverlayTriggerStateContext,
  Popover,
  type PopoverProps,
  RootMenuTriggerStateContext,
} from 'react-aria-components'
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { type MenuParts, MenuPartsContext } from '../lib/menu-parts.ts'
import { overlayPanel } from '../lib/overlay-style.ts'
import { MenuGroup } from './menu-group.tsx'
import { MenuRow } from './menu-row.tsx'
import { Submenu } from './submenu.tsx'
import { SubmenuCloseDelay } from './submenu-close-delay.tsx'

const parts: MenuParts = { Item: MenuRow, Section: MenuGroup, Submenu }

export interface MenuPanelProps {
  state: RootMenuTriggerState
  triggerRef: RefObject<HTMLButtonElement | null>
  /** Props that link the menu to its button. */
  menuProps: MenuProps<object>
  label?: string
  placement: PopoverProps['placement']
  maxWidthPx: number
  children: ReactNode
}

/** The menu of a DropdownMenu, loaded shortly before it opens. */
export function MenuPanel({
  state,
  triggerRef,
  menuProps,
  label,
  placement,
  maxWidthPx,
  children,
}: MenuPanelProps) {
  return (
    <OverlayTriggerStateContext value={state}>
      <RootMenuTriggerStateContext value={state}>
        <Popover
          trigger="MenuTrigger"
          triggerRef={triggerRef}
          aria-labelledby={menuProps['aria-labelledby']}
          placement={placement}
          offset={4}
          className={`${overlayPanel} min-w-40`}
          style={{ maxWidth: maxWidthPx }}
        >
          <MenuPartsContext value={parts}>
            <SubmenuCloseDelay>
              <Menu {...menuProps} aria-label={label} className="flex flex-col gap-px p-1 outline-none">
                {children}
              </Menu>
            </SubmenuCloseDelay>
          </MenuPartsContext>
        </Popover>
      </RootMenuTriggerStateContext>
    </OverlayTriggerStateContext>
  )
}
