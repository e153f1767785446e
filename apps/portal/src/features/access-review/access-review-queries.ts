import { type Actor, accessReview } from '@portal/contract/access-review'
import { activity } from '@portal/contract/activity'
import { listPageMaxSize } from '@portal/contract/limits'
import { serviceAccounts } from '@portal/contract/service-accounts'
import { tokens } from '@portal/contract/tokens'
import { trustRules } from '@portal/contract/trust-rules'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/request/api.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { request } from '../../lib/request/request-layer.ts'

const queryKeyFor = (workspaceId: string) => [...queryKeyOf(accessReview.list), workspaceId]

/** Requests one page after another, because filters and the search need the whole list. */
async function loadAll(workspaceId: string): Promise<Actor[]> {
  const all: Actor[] = []
  for (;;) {
    const last = all.at(-1)
    const page = { limit: String(listPageMaxSize), ...(last && { after: `${last.kind}:${last.id}` }) }
    const { actors } = await request(
      accessReview.list,
      { params: { workspaceId }, query: page },
      { keyParts: [workspaceId, page.after ?? ''] },
    )
    all.push(...actors)
    if (actors.length < listPageMaxSize) return all
  }
}

/** Everything that can act in a workspace. Never cached, because the last use must be current. */
export const accessReviewQuery = (workspaceId: string) =>
  queryOptions<Actor[], RequestError>({
    queryKey: queryKeyFor(workspaceId),
    queryFn: () => loadAll(workspaceId),
    staleTime: 0,
  })

/** Returns a function that refetches what a changed actor affects, and waits for the list. */
export function useAccessReviewReload(workspaceId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const call of [activity.list, tokens.list, serviceAccounts.list, trustRules.list])
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
    await queryClient.invalidateQueries({ queryKey: queryKeyFor(workspaceId) })
  }
}
