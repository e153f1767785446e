import type { CallResult } from '@portal/contract/endpoint'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { serverNow } from '@portal/ui/lib/server-clock'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'
import { notMemberAnswers } from '../workspaces/load-for-member.ts'
import { rotationOf } from './token-state.ts'

/** A token and its secret. The secret is never stored in a cache, browser storage, the URL or a log. */
export interface GeneratedToken extends CallResult<typeof tokens.create> {
  /** Whether a rotation replaced the newest secret, because it was never used. */
  hasReplacedUnused?: boolean
}

export const tokensQuery = (workspaceId: string) =>
  apiQuery(tokens.list, { params: { workspaceId }, query: {} }, { expectedErrors: notMemberAnswers })

/** Never cached, because tokens may be created or revoked elsewhere. */
export const ownTokensQuery = (userId: string) => ({
  ...apiQuery(tokens.mine, { params: { userId } }),
  staleTime: 0,
})

/** How often a list is read again while a token in it has two secrets. */
export const rotationPollMs = 30_000

/** For the lists of tokens: shows the progress of rotations while the page is open. */
export const pollRotations = ({
  state,
}: {
  state: { data?: { authTokens: readonly AuthToken[] } | undefined }
}) => (state.data?.authTokens.some((token) => rotationOf(token, serverNow())) ? rotationPollMs : false)

export const tokenQuery = (workspaceId: string, tokenId: string) =>
  apiQuery(tokens.read, { params: { workspaceId, tokenId } })

/** Changes the cached list. Cancels requests in flight, whose response would undo the change. */
async function changeTokens(
  queryClient: QueryClient,
  workspaceId: string,
  change: (known: AuthToken[]) => AuthToken[],
): Promise<void> {
  const { queryKey } = tokensQuery(workspaceId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (known) => known && { ...known, authTokens: change(known.authTokens) })
}

/** Adds a token to the cache, or replaces the one with the same id. */
export async function putToken(
  queryClient: QueryClient,
  workspaceId: string,
  token: AuthToken,
): Promise<void> {
  const { queryKey } = tokenQuery(workspaceId, token.id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, { authToken: token })
  await changeTokens(queryClient, workspaceId, (known) =>
    known.some(({ id }) => id === token.id)
      ? known.map((each) => (each.id === token.id ? token : each))
      : [...known, token],
  )
}

/** Marks a token as revoked now, unless it already has a revocation date. */
export function markRevoked(queryClient: QueryClient, workspaceId: string, tokenId: string): Promise<void> {
  const revokedAt = serverNow().toISOString()
  return changeTokens(queryClient, workspaceId, (known) =>
    known.map((each) => (each.id === tokenId ? { revokedAt, ...each } : each)),
  )
}
