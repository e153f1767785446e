import type { User } from '@portal/contract/account/account'
import { showToast } from '@portal/ui/lib/toast-queue'
import type { QueryClient, QueryState } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { analytics } from '../lib/analytics/analytics.ts'
import { forgetKeptPage } from '../lib/guard/kept-page.ts'
import { hasSignedOutMessage } from '../lib/guard/route-guard.ts'
import { rememberConfined, sessionQuery } from '../lib/guard/session.ts'
import { announceUser, onAnnouncedUser } from '../lib/guard/session-broadcast.ts'
import { onSessionEvent } from '../lib/guard/session-events.ts'
import { forgetUnsavedInput } from '../lib/layout/unsaved-input.ts'
import { pageSession } from '../lib/request/page-session.ts'
import { forgetRequests } from '../lib/request/request-record.ts'

const sessionHash = hashKey(sessionQuery.queryKey)

/** Serializes everything that the route guard depends on. */
function guardInput(user: User | null | undefined): string | undefined {
  if (user === undefined) return undefined
  return JSON.stringify(
    user && [
      user.id,
      user.email,
      user.isStaff,
      user.emailVerified,
      user.needsTosUpdate,
      user.onboardingDetails.reviewedProfile !== null,
      user.quarantinedAt !== null,
      user.suspendedAt !== null,
    ],
  )
}

/** Whether the loaded page shows its own message that the session has ended. */
function isSignedOutMessageShown(router: AnyRouter): boolean {
  const { status, matches } = router.state
  const page = matches.at(-1)
  return status === 'idle' && page?.status === 'success' && hasSignedOutMessage(page.staticData.name)
}

/** Tells the user that another tab has signed in as another user, who is now shown in this tab too. */
function showOtherUser({ email }: User): void {
  showToast(`You are now signed in as ${email}`, {
    tone: 'warning',
    description:
      'Another tab has signed in with this account. This page was reloaded, and nothing you typed was saved.',
    timeoutMs: 20_000,
  })
}

/**
 * Reruns the route guard when its input changes: the user signed out in another tab, was suspended or verified the email. A
 * 401 response counts as signed out. Returns a function that stops watching.
 */
export function watchSession(queryClient: QueryClient, router: AnyRouter): () => void {
  let knownUserId: string | undefined
  let knownInput: string | undefined

  function handleSession({ data: user, errorUpdateCount }: QueryState<User | null>) {
    const before = knownInput
    knownInput = guardInput(user)
    if (user !== undefined) {
      pageSession.accountId = user?.id
      rememberConfined(user)
    }
    if (knownInput === undefined || knownInput === before) return
    if (knownUserId !== undefined && user?.id !== knownUserId) analytics.reset()
    if (user && user.id !== knownUserId) analytics.identify(user.id)
    if (knownUserId !== undefined && user?.id !== knownUserId) {
      forgetRequests()
      queryClient.removeQueries({ predicate: (query) => query.queryHash !== sessionHash })
      queryClient.getMutationCache().clear()
    }
    if (user?.id !== knownUserId || before === undefined) announceUser(user?.id ?? null)
    if (user) forgetUnsavedInput(user.id)
    if (user && knownUserId !== undefined && user.id !== knownUserId) {
      forgetKeptPage()
      showOtherUser(user)
    }
    knownUserId = user?.id
    if (user === null && isSignedOutMessageShown(router)) return
    // The guard awaits the first result itself, unless an earlier check failed and the page rendered without a result.
    if (before !== undefined || errorUpdateCount > 0) void router.invalidate()
  }

  const stopWatching = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === sessionHash) handleSession(query.state)
  })
  const reloadUser = () =>
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'all' })
  const stopListening = onSessionEvent((event) => {
    if (event === 'ended') queryClient.setQueryData(sessionQuery.queryKey, null)
    else reloadUser()
  })
  const stopHearing = onAnnouncedUser((userId) => {
    if (knownInput !== undefined && userId !== (knownUserId ?? null)) reloadUser()
  })
  // Back may restore this page from the bfcache, in its state before a sign-out.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) reloadUser()
  }
  window.addEventListener('pageshow', onPageShow)
  return () => {
    stopWatching()
    stopListening()
    stopHearing()
    window.removeEventListener('pageshow', onPageShow)
  }
}
