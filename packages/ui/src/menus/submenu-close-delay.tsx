import { type ContextType, type ReactNode, useContext, useEffect, useRef } from 'react'
import { RootMenuTriggerStateContext } from 'react-aria-components'

/** How long a submenu stays open after the pointer has left it. */
const closeDelayMs = 300

type MenuKey = NonNullable<ContextType<typeof RootMenuTriggerStateContext>>['expandedKeysStack'][number]

/**
 * Wraps a menu and closes its submenu 300 ms after the pointer has left it, unless the pointer returns in time. React Aria would
 * close it immediately on another item, and never outside the menus. Keys close it immediately.
 */
export function SubmenuCloseDelay({ children }: { children: ReactNode }) {
  const root = useContext(RootMenuTriggerStateContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isKeyboardInUse = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!root) return children

  const cancel = () => clearTimeout(timer.current)
  const [openKey] = root.expandedKeysStack
  const state = {
    ...root,
    openSubmenu(key: MenuKey, level: number) {
      cancel()
      root.openSubmenu(key, level)
    },
    closeSubmenu(key: MenuKey, level: number) {
      cancel()
      const close = () => root.closeSubmenu(key, level)
      if (isKeyboardInUse.current) close()
      else timer.current = setTimeout(close, closeDelayMs)
    },
  }
  return (
    <RootMenuTriggerStateContext value={state}>
      <div
        className="contents"
        onKeyDownCapture={() => {
          isKeyboardInUse.current = true
        }}
        onPointerOverCapture={({ target }) => {
          isKeyboardInUse.current = false
          const submenu = '[data-trigger=SubmenuTrigger], [aria-expanded=true]'
          if (target instanceof Element && target.closest(submenu)) cancel()
        }}
        onPointerLeave={() => openKey !== undefined && state.closeSubmenu(openKey, 0)}
      >
        {children}
      </div>
    </RootMenuTriggerStateContext>
  )
}
