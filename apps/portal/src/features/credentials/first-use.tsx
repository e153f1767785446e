import type { AuthToken } from '@portal/contract/tokens/tokens'
import { Icon } from '@portal/ui/text/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { putToken, tokenQuery } from './token-queries.ts'

export const firstUsePollMs = 3_000
/** The interval after a failed poll. */
const failedPollMs = 15_000

/** Polls for the first use of a new token, so that the user can see that it works. */
export function FirstUse({ workspaceId, token }: { workspaceId: string; token: AuthToken }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...tokenQuery(workspaceId, token.id),
    initialData: { authToken: token },
    refetchInterval: ({ state }) => {
      if (state.data?.authToken.lastUsedAt) return false
      return state.error ? failedPollMs : firstUsePollMs
    },
  })
  const { authToken } = data
  const isUsed = authToken.lastUsedAt !== null

  useEffect(() => {
    if (isUsed) void putToken(queryClient, workspaceId, authToken)
  }, [isUsed, authToken, queryClient, workspaceId])

  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      {isUsed ? (
        <>
          <Icon name="check-circle" size="sm" className="text-success-text" />
          <span className="font-medium text-success-text">
            {`First used just now${authToken.lastUsedIp ? ` from ${authToken.lastUsedIp}` : ''}`}
          </span>
        </>
      ) : (
        <>
          <span aria-hidden="true" className="flex size-4 items-center justify-center">
            <span className="size-2 rounded-full bg-warning motion-safe:animate-pulse" />
          </span>
          <span className="text-content-muted">Not used yet</span>
        </>
      )}
    </p>
  )
}
