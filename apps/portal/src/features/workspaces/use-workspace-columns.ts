import { breakpointAt, resolveResponsive } from '@portal/ui/lib/breakpoints'
import { useSyncExternalStore } from 'react'

/** The number of columns by viewport width: 4, or fewer on narrow screens. */
export const workspaceColumns = { mobile: 1, tablet: 2, desktop: 4 } as const

const counts = resolveResponsive<1 | 2 | 4>(workspaceColumns, 1)

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Returns the current number of columns. */
export function useWorkspaceColumns(): number {
  return useSyncExternalStore(onResize, () => counts[breakpointAt(window.innerWidth)])
}
