import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sessionQuery } from '../lib/guard/session.ts'
import { loadPart } from '../lib/request/load-part.ts'

const LeaveDialog = lazy(() =>
  loadPart(() => import('./leave-dialog.tsx')).then((module) => ({ default: module.LeaveDialog })),
)

/**
 * Asks before the user leaves a page with unsaved input, inside the portal and when the tab closes. Doesn't ask after the
 * session has ended. See docs/product/interface.md#forms.
 */
export function LeaveGuard({ hasUnsavedInput }: { hasUnsavedInput: () => boolean }) {
  const queryClient = useQueryClient()
  const isAsking = () => queryClient.getQueryData(sessionQuery.queryKey) !== null && hasUnsavedInput()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAsking(),
    enableBeforeUnload: isAsking,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  )
}
