import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMenuTrigger } from 'react-aria/useMenu'
import { ButtonContext, type PopoverProps } from 'react-aria-components'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { menuMaxWidthPx } from '../lib/menu-parts.ts'
import type { MenuPanelProps } from './menu-panel.tsx'

/** Milliseconds after which the menu is fetched although nobody has come near its button. */
const fetchAheadAfterMs = 3_000

let fetchedPanel: ComponentType<MenuPanelProps> | undefined

async function loadMenuPanel(): Promise<ComponentType<MenuPanelProps>> {
  fetchedPanel ??= (await import('./menu-panel.tsx')).MenuPanel
  return fetchedPanel
}

/** Ahead of time; a failure shows when the menu is opened. */
const fetchMenuPanel = () => void loadMenuPanel().catch(() => {})

/** The menu's panel once it is there. Where it cannot be fetched `close` is called, and the next opening tries again. */
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
  /** The button that opens it: one of this package. */
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
 * A menu behind a button: at most 280 px wide by default; submenus open on hover and close 300 ms after
 * the pointer has left them. By keyboard: arrows, Home, End, first letters, Enter, Escape. The menu is fetched as soon as
 * the pointer or the focus comes to its button.
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
  // Once there it stays, so that it can be seen to close.
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
