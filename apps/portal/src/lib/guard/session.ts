/** Who is signed in, as the API says (SPEC section 4; `null`: nobody). One query, shared by the guard and every page. */
import { account, type User } from '@portal/contract/account'
import { profileReloadAfterMs } from '@portal/contract/limits'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeyOf } from '../request/api.ts'
import { RequestError } from '../request/request-error.ts'
import { requestKey } from '../request/request-key.ts'
import { request } from '../request/request-layer.ts'
import { requestRecord } from '../request/request-record.ts'

/** What the API answers when there is no session, or none any more. */
export const signedOutAnswers = ['NotSignedIn', 'SessionEnded'] as const

async function checkAuth(): Promise<User | null> {
  try {
    const { user } = await request(account.whoami, {}, { expectedErrors: signedOutAnswers })
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

/** Asks again, unless the auth check succeeded within the last 10 seconds (SPEC section 2, "Profile screen"). */
export async function reloadStaleSession(queryClient: QueryClient): Promise<void> {
  const checkedAt = requestRecord(requestKey(account.whoami))?.lastSuccessAt ?? 0
  if (Date.now() - checkedAt <= profileReloadAfterMs) return
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** The auth check as it stands. A failed one is not repeated by every part of the page that asks. */
function useAuthCheck() {
  return useQuery({ ...sessionQuery, retryOnMount: false })
}

/** The person, or null; for what stands on pages that are open to everybody. */
export function useSession(): User | null {
  return useAuthCheck().data ?? null
}

export interface SignedOutState {
  /** Whether the API says that nobody is signed in. False as long as the auth check has no answer. */
  isSignedOut: boolean
  /** Why the auth check has no answer. Stays while the check is repeated. */
  failure: Error | null
}

/** For pages whose user is signed out, or may be. */
export function useSignedOut(): SignedOutState {
  const { data, error } = useAuthCheck()
  const [failure, setFailure] = useState(error)
  if (error && error !== failure) setFailure(error)
  return { isSignedOut: data === null, failure: data === undefined ? failure : null }
}

/** The person, on pages that only the signed-in reach. Throws "User not loaded" elsewhere (SPEC section 8). */
export function useUser(): User {
  const user = useSession()
  if (!user) throw new Error('User not loaded')
  return user
}

/** Takes over what a call answered about the person. */
export function useSetUser(): (user: User) => void {
  const queryClient = useQueryClient()
  return (user) => {
    // A reload in flight may answer with what held before.
    void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
    queryClient.setQueryData(sessionQuery.queryKey, user)
  }
}
