import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { serverNow } from '@portal/ui/lib/server-clock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { putToken, tokenQuery } from './token-queries.ts'
import { rotationOf } from './token-state.ts'

export const firstUsePollMs = 3_000
/** The interval after the first use and after a failed poll. */
const laterPollMs = 15_000

const isUsed = ({ secrets }: AuthToken) => secrets[0] !== undefined && secrets[0].lastUsedAt !== null

/**
 * Polls a token during a rotation, so that the user can see which secrets programs use, and with `isUseAwaited` until its newest
 * secret is used. Any other token is not polled.
 */
export function useLiveToken(
  workspaceId: string,
  token: AuthToken,
  { isUseAwaited = false } = {},
): AuthToken {
  const queryClient = useQueryClient()
  const { data, isFetchedAfterMount } = useQuery({
    ...tokenQuery(workspaceId, token.id),
    initialData: { authToken: token },
    refetchInterval: ({ state }) => {
      const known = state.data?.authToken ?? token
      const isAwaited = isUseAwaited && !isUsed(known)
      if (!isAwaited && !rotationOf(known, serverNow())) return false
      return state.error || isUsed(known) ? laterPollMs : firstUsePollMs
    },
  })
  // What was cached before may be older than the given token.
  const live = isFetchedAfterMount ? data.authToken : token
  useEffect(() => {
    if (live !== token) void putToken(queryClient, workspaceId, live)
  }, [live, token, queryClient, workspaceId])
  return live
}
