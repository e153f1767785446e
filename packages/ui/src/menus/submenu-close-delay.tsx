import { type ReactNode, useContext } from 'react'
import { RootMenuTriggerStateContext } from 'react-aria-components'
import { useSubmenuCloseDelay } from '../lib/use-submenu-close-delay.ts'

/**
 * Stands around a menu and makes the submenus below it wait before they close when it is the pointer that left them, so
 * that a pointer on its way across the neighbouring items does not lose them. Keys close at once.
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
