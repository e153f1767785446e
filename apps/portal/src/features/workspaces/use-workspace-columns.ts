import { breakpointAt, resolveResponsive } from '@portal/ui/lib/breakpoints'
import { useSyncExternalStore } from 'react'

/** A grid of 4 columns (SPEC section 9), fewer where a window is too narrow for four. */
export const workspaceColumns = { mobile: 1, tablet: 2, desktop: 4 } as const

const counts = resolveResponsive<1 | 2 | 4>(workspaceColumns, 1)

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** How many cards stand side by side now. */
export function useWorkspaceColumns(): number {
  return useSyncExternalStore(onResize, () => counts[breakpointAt(window.innerWidth)])
}
