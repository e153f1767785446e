import { type AuthToken, tokens } from '@portal/contract/tokens'
import { workspaces } from '@portal/contract/workspaces'
import type { QueryClient } from '@tanstack/react-query'
import { queryFor } from '../../lib/request/api.ts'

/** To a stranger both answer 404, which leads to a page of its own and is no failure. */
const forStrangers = { expectedErrors: ['NotFound', 'ValidationError'] } as const

export const tokensQuery = (workspaceId: string) =>
  queryFor(tokens.list, { params: { workspaceId }, query: {} }, forStrangers)

export const tokensWorkspaceQuery = (workspaceId: string) =>
  queryFor(workspaces.read, { params: { workspaceId } }, forStrangers)

export const tokenQuery = (workspaceId: string, tokenId: string) =>
  queryFor(tokens.read, { params: { workspaceId, tokenId } })

/** Changes the list as it is known here. An answer that is still on its way would undo it, and is dropped. */
async function changeTokens(
  queryClient: QueryClient,
  workspaceId: string,
  change: (known: AuthToken[]) => AuthToken[],
): Promise<void> {
  const { queryKey } = tokensQuery(workspaceId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (known) => known && { authTokens: change(known.authTokens) })
}

/** Puts a token in the list, in the place of the one with its id if there is one. */
export function putToken(queryClient: QueryClient, workspaceId: string, token: AuthToken): Promise<void> {
  return changeTokens(queryClient, workspaceId, (known) =>
    known.some(({ id }) => id === token.id)
      ? known.map((each) => (each.id === token.id ? token : each))
      : [...known, token],
  )
}

/** Marks a token as revoked now (SPEC section 4, "Auth token"); the first date stays. */
export function markRevoked(queryClient: QueryClient, workspaceId: string, tokenId: string): Promise<void> {
  const revokedAt = new Date().toISOString()
  return changeTokens(queryClient, workspaceId, (known) =>
    known.map((each) => (each.id === tokenId ? { revokedAt, ...each } : each)),
  )
}
