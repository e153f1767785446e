import { type ReactNode, useContext } from 'react'
import { RootMenuTriggerStateContext } from 'react-aria-components'
import { useSubmenuCloseDelay } from '../lib/use-submenu-close-delay.ts'

/**
 * Wraps a menu and delays the closing of its submenus when the pointer leaves them. A submenu then stays open while the
 * pointer crosses neighboring items on its way there. Keys close submenus immediately.
 */
export function SubmenuCloseDelay({ children }: { children: ReactNode }) {
  const root = useContext(RootMenuTriggerStateContext)
  const { state, handlers } = useSubmenuCloseDelay(root)
  return (
    <RootMenuTriggerStateContext value={state}>
      <div {...handlers} className="contents">
        {children}
      </div>
    </RootMenuTriggerStateContext>
  )
}
