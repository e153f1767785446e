/** The signed-in user according to the API, or null if signed out. The guard and every page share one query. */
import { account, type User } from '@portal/contract/account/account'
import { profileReloadAfterMs, xsrfCookieName } from '@portal/contract/limits'
import { browserStorage } from '@portal/ui/lib/storage'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cookieNamed } from '../cookie.ts'
import { queryKeyOf } from '../request/api-query.ts'
import { request } from '../request/request.ts'
import { RequestError } from '../request/request-error.ts'
import { requestKey, requestRecord } from '../request/request-record.ts'

/** The API's error types for a missing or ended session. */
export const signedOutAnswers = ['NotSignedIn', 'SessionEnded'] as const

/** The API's error types for a user who is signed out or whose email is not verified. */
export const unverifiedAnswers = [...signedOutAnswers, 'EmailNotVerified'] as const

/** A missing session is an answer, so its request counts as a success. */
async function checkAuth(): Promise<User | null> {
  try {
    const { user } = await request(account.whoami, {})
    return user
  } catch (error) {
    if (error instanceof RequestError && signedOutAnswers.some((type) => type === error.code)) return null
    throw error
  }
}

export const sessionQuery = queryOptions({
  queryKey: queryKeyOf(account.whoami),
  queryFn: checkAuth,
  staleTime: profileReloadAfterMs,
  gcTime: Number.POSITIVE_INFINITY,
})

/**
 * Whether the user is probably signed in. The API sets this cookie with the session and clears it at sign-out, but only the API
 * knows whether the session is still valid. Never show anything based on this cookie alone.
 */
function isProbablySignedIn(): boolean {
  return cookieNamed(xsrfCookieName) !== undefined
}

const confinedKey = 'SI-CONFINED'

/** Remembers whether the API refuses the user's requests, because the account is quarantined or suspended. */
export function rememberConfined(user: User | null): void {
  if (user?.quarantinedAt || user?.suspendedAt) browserStorage().setItem(confinedKey, user.id)
  else browserStorage().removeItem(confinedKey)
}

/** Whether requests sent before the auth check returns will probably be accepted. */
export const mayFetchAhead = (): boolean =>
  isProbablySignedIn() && browserStorage().getItem(confinedKey) === null

/** Reloads the user, unless the auth check succeeded within the last 10 seconds. */
export async function reloadStaleSession(queryClient: QueryClient): Promise<void> {
  const checkedAt = requestRecord(requestKey(account.whoami))?.lastSuccessAt ?? 0
  if (Date.now() - checkedAt <= profileReloadAfterMs) return
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** The current auth check. A failed check isn't repeated each time a component mounts. */
function useAuthCheck() {
  return useQuery({ ...sessionQuery, retryOnMount: false })
}

/** The user, or null if signed out. For components on public pages. */
export function useSession(): User | null {
  return useAuthCheck().data ?? null
}

export interface SignedOutState {
  /** Whether the API reports that the user is signed out. False while the auth check has no result. */
  isSignedOut: boolean
  /** Why the auth check has no result. Kept while the check is repeated. */
  failure: Error | null
}

/** For pages whose user may be signed out. */
export function useSignedOut(): SignedOutState {
  const { data, error } = useAuthCheck()
  const [failure, setFailure] = useState(error)
  if (error && error !== failure) setFailure(error)
  return { isSignedOut: data === null, failure: data === undefined ? failure : null }
}

/** The user, on pages that require a session. Throws "User not loaded" elsewhere. */
export function useUser(): User {
  const user = useSession()
  if (!user) throw new Error('User not loaded')
  return user
}

/** Changes some values of the cached user, which may be newer than the user that a component rendered. */
export function useUpdateUser(): (userId: string, values: Partial<User>) => void {
  const queryClient = useQueryClient()
  const setUser = useSetUser()
  return (userId, values) => {
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (user?.id === userId) setUser({ ...user, ...values })
  }
}

/** Stores the user that a call returned. Ignores the late answer to an earlier user. */
export function useSetUser(): (user: User) => void {
  const queryClient = useQueryClient()
  return (user) => {
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    if (known && known.id !== user.id) return
    // A reload in flight may return older data.
    void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
    queryClient.setQueryData(sessionQuery.queryKey, user)
  }
}
