import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMenuTrigger } from 'react-aria/useMenu'
import { ButtonContext, type PopoverProps } from 'react-aria-components'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { menuMaxWidthPx } from '../lib/menu-parts.ts'
import type { MenuPanelProps } from './menu-panel.tsx'

/** Delay before the menu's code is fetched even if the user has neither hovered nor focused its button. */
const fetchAheadAfterMs = 3_000

let fetchedPanel: ComponentType<MenuPanelProps> | undefined

async function loadMenuPanel(): Promise<ComponentType<MenuPanelProps>> {
  fetchedPanel ??= (await import('./menu-panel.tsx')).MenuPanel
  return fetchedPanel
}

/** Prefetches the menu's code. Failures are ignored, because opening the menu tries again. */
const fetchMenuPanel = () => void loadMenuPanel().catch(() => {})

/** Returns the menu panel once it is loaded. If loading fails, calls `close`, and the next opening tries again. */
function useMenuPanel(isOpen: boolean, close: () => void): ComponentType<MenuPanelProps> | undefined {
  const [panel, setPanel] = useState(() => fetchedPanel)
  const isMissing = isOpen && !panel
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    loadMenuPanel().then(
      (loaded) => isGone || setPanel(() => loaded),
      () => isGone || close(),
    )
    return () => {
      isGone = true
    }
  }, [isMissing, close])
  return panel
}

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
  const MenuPanel = useMenuPanel(state.isOpen, state.close)
  // Once rendered, the panel stays mounted so that its closing animation can play.
  const [isMade, setIsMade] = useState(false)
  if (state.isOpen && !isMade) setIsMade(true)

  useEffect(() => {
    const timer = setTimeout(fetchMenuPanel, fetchAheadAfterMs)
    return () => clearTimeout(timer)
  }, [])

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
