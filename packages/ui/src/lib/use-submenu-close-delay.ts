import { type ContextType, type PointerEvent, useEffect, useRef } from 'react'
import type { RootMenuTriggerStateContext } from 'react-aria-components'

/** How long a submenu stays open after the pointer has left it. */
export const submenuCloseDelayMs = 300

type MenuState = NonNullable<ContextType<typeof RootMenuTriggerStateContext>>
type MenuKey = Parameters<MenuState['closeSubmenu']>[0]

interface PendingClose {
  level: number
  timer: ReturnType<typeof setTimeout>
}

/**
 * Returns the level of the open submenu panel that contains an element, or -1 outside all of them. The first submenu
 * has level 0.
 */
function levelOf(target: EventTarget): number {
  const panel = target instanceof Element ? target.closest('[data-trigger=SubmenuTrigger]') : null
  if (!panel) return -1
  return [...document.querySelectorAll('[data-trigger=SubmenuTrigger]:not([data-exiting])')].indexOf(panel)
}

/**
 * Wraps a menu's state so that a submenu closes 300 ms after the pointer has left it, unless the pointer returns in
 * time. Closing by keyboard is immediate. Put the handlers on an element around the menu.
 */
export function useSubmenuCloseDelay(root: MenuState | null) {
  const pending = useRef<PendingClose | undefined>(undefined)
  const isPointerInUse = useRef(false)
  // Timers outlive a render, so they must close the submenu through the latest state.
  const latest = useRef(root)
  useEffect(() => {
    latest.current = root
  })

  function cancel() {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
  }
  useEffect(() => () => clearTimeout(pending.current?.timer), [])

  function closeLater(key: MenuKey, level: number) {
    if (pending.current && pending.current.level <= level) return
    cancel()
    const timer = setTimeout(() => {
      pending.current = undefined
      latest.current?.closeSubmenu(key, level)
    }, submenuCloseDelayMs)
    pending.current = { level, timer }
  }

  const state = root && {
    ...root,
    openSubmenu(key: MenuKey, level: number) {
      cancel()
      root.openSubmenu(key, level)
    },
    closeSubmenu(key: MenuKey, level: number) {
      if (isPointerInUse.current) {
        closeLater(key, level)
        return
      }
      cancel()
      root.closeSubmenu(key, level)
    },
  }

  const handlers = {
    onKeyDownCapture() {
      isPointerInUse.current = false
    },
    onPointerMoveCapture() {
      isPointerInUse.current = true
    },
    onPointerOverCapture(event: PointerEvent) {
      isPointerInUse.current = true
      const isBack = pending.current && levelOf(event.target) >= pending.current.level
      const isOnTrigger =
        event.target instanceof Element &&
        event.target.closest('[aria-haspopup][aria-expanded=true]') !== null
      if (isBack || isOnTrigger) cancel()
    },
    onPointerLeave() {
      const [key] = latest.current?.expandedKeysStack ?? []
      if (key !== undefined) closeLater(key, 0)
    },
  }

  return { state, handlers }
}
