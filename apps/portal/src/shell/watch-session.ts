import type { User } from '@portal/contract/account'
import type { QueryClient, QueryState } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { analytics } from '../lib/analytics/analytics.ts'
import { hasSignedOutMessage } from '../lib/guard/route-guard.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import { onSessionEvent } from '../lib/guard/session-events.ts'
import { forgetRequests } from '../lib/request/request-record.ts'

const sessionHash = hashKey(sessionQuery.queryKey)

/** All that the route guard looks at. */
function standing(user: User | null | undefined): string | undefined {
  if (user === undefined) return undefined
  return JSON.stringify(
    user && [
      user.id,
      user.emailVerified,
      user.needsTosUpdate,
      user.onboardingDetails.reviewedProfile !== null,
      user.quarantinedAt !== null,
      user.suspendedAt !== null,
    ],
  )
}

/** Whether the page is loaded and says by itself that the session has ended. */
function isSignedOutMessageShown(router: AnyRouter): boolean {
  const { status, matches } = router.state
  const page = matches.at(-1)
  const name = page?.staticData.name
  return status === 'idle' && page?.status === 'success' && name !== undefined && hasSignedOutMessage(name)
}

/**
 * Runs the guard again whenever what it decides by has changed: the user signed out in another tab, was paused, or
 * verified the address. A refused call (401) counts as signed out. Returns the function that stops watching.
 */
export function watchSession(queryClient: QueryClient, router: AnyRouter): () => void {
  let person: string | undefined
  let known: string | undefined

  function look({ data: user, errorUpdateCount }: QueryState<User | null>) {
    const before = known
    known = standing(user)
    if (known === undefined || known === before) return
    if (person !== undefined && user?.id !== person) analytics.reset()
    if (user && user.id !== person) analytics.identify(user.id)
    if (person !== undefined && user?.id !== person) {
      forgetRequests()
      queryClient.removeQueries({ predicate: (query) => query.queryHash !== sessionHash })
    }
    person = user?.id
    if (user === null && isSignedOutMessageShown(router)) return
    // The first answer reaches the guard by itself, unless an earlier check failed and the page is shown without one.
    if (before !== undefined || errorUpdateCount > 0) void router.invalidate()
  }

  const stopWatching = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === sessionHash) look(query.state)
  })
  const stopListening = onSessionEvent((event) => {
    if (event === 'ended') queryClient.setQueryData(sessionQuery.queryKey, null)
    else void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'all' })
  })
  // Back may bring this page out of the browser's cache, as it was before a sign-out.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'all' })
  }
  window.addEventListener('pageshow', onPageShow)
  return () => {
    stopWatching()
    stopListening()
    window.removeEventListener('pageshow', onPageShow)
  }
}
