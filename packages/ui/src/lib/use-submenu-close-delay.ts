import { type ContextType, type PointerEvent, useEffect, useRef } from 'react'
import type { RootMenuTriggerStateContext } from 'react-aria-components'

/** How long a submenu stays after the pointer has left it. */
export const submenuCloseDelayMs = 300

type MenuState = NonNullable<ContextType<typeof RootMenuTriggerStateContext>>
type MenuKey = Parameters<MenuState['closeSubmenu']>[0]

interface PendingClose {
  level: number
  timer: ReturnType<typeof setTimeout>
}

/** The level of the open submenu panel that holds an element, or -1 outside of all; the first submenu has level 0. */
function levelOf(target: EventTarget): number {
  const panel = target instanceof Element ? target.closest('[data-trigger=SubmenuTrigger]') : null
  if (!panel) return -1
  return [...document.querySelectorAll('[data-trigger=SubmenuTrigger]:not([data-exiting])')].indexOf(panel)
}

/**
 * Wraps a menu's state so that a submenu closes 300 ms after the pointer has left it, and not at all when the pointer
 * comes back in time. What keys close, closes at once. The handlers belong on an element around the menu.
 */
export function useSubmenuCloseDelay(root: MenuState | null) {
  const pending = useRef<PendingClose | undefined>(undefined)
  const isPointerInUse = useRef(false)
  // Timers outlive a render: they close through the state of the moment.
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
