import { accessReview } from '@portal/contract/access-review/access-review'
import { activity } from '@portal/contract/activity/activity'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../lib/request/api-query.ts'

/** Everything that can act in a workspace. Never cached, because the last use must be current. */
export const accessReviewQuery = (workspaceId: string) => ({
  ...apiQuery(accessReview.list, { params: { workspaceId }, query: {} }),
  staleTime: 0,
})

/** Returns a function that refetches the lists that a changed actor appears in, and waits for the access review. */
export function useAccessReviewReload(workspaceId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const call of [activity.list, tokens.list, serviceAccounts.list, trustRules.list])
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
    await queryClient.invalidateQueries({ queryKey: accessReviewQuery(workspaceId).queryKey })
  }
}
