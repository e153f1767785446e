import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useMenuTrigger } from 'react-aria/useMenu'
import { ButtonContext, type PopoverProps } from 'react-aria-components'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { lazyPart } from '../lib/lazy-part.ts'
import { menuMaxWidthPx } from '../lib/menu-parts.ts'
import type { MenuPanelProps } from './menu-panel.tsx'

const { prefetch: fetchMenuPanel, usePart } = lazyPart<MenuPanelProps>(
  async () => (await import('./menu-panel.tsx')).MenuPanel,
)

export interface DropdownMenuProps {
  /** The button that opens the menu. Must be a button from this package. */
  trigger: ReactElement
  /** DropdownMenuItem, DropdownSubmenu and DropdownMenuSection elements. */
  children: ReactNode
  /** The menu's accessible name, for triggers whose text does not name it. */
  label?: string
  placement?: PopoverProps['placement']
  maxWidthPx?: number
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/**
 * A menu that opens from a button and is at most 280 px wide by default. Submenus open on hover and close 300 ms after the
 * pointer leaves them. Keyboard users navigate with the arrow keys, Home, End, the first letters of an item, Enter and
 * Escape. The menu's code is fetched when the user hovers or focuses the button. See
 * docs/product/interface.md#menus-and-modals.
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
  const triggerRef = useRef<HTMLButtonElement>(null)
  const state = useMenuTriggerState({ isOpen, onOpenChange })
  const { menuTriggerProps, menuProps } = useMenuTrigger<object>({ type: 'menu' }, state, triggerRef)
  const MenuPanel = usePart(state.isOpen, state.close)
  // Once rendered, the panel stays mounted so that its closing animation can play.
  const [isMade, setIsMade] = useState(false)
  if (state.isOpen && !isMade) setIsMade(true)

  return (
    <>
      <ButtonContext
        value={{
          ...menuTriggerProps,
          ref: triggerRef,
          isPressed: state.isOpen,
          onHoverStart: fetchMenuPanel,
          onFocus: fetchMenuPanel,
        }}
      >
        {trigger}
      </ButtonContext>
      {isMade && MenuPanel && (
        <MenuPanel
          state={state}
          triggerRef={triggerRef}
          menuProps={menuProps}
          label={label}
          placement={placement}
          maxWidthPx={maxWidthPx}
        >
          {children}
        </MenuPanel>
      )}
    </>
  )
}
