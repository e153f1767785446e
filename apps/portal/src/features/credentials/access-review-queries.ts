import { accessReview } from '@portal/contract/access-review/access-review'
import { apiQuery } from '../../lib/request/api-query.ts'

/** Everything that can act in a workspace. Never cached, because the last use must be current. */
export const accessReviewQuery = (workspaceId: string) => ({
  ...apiQuery(accessReview.list, { params: { workspaceId }, query: {} }),
  staleTime: 0,
})
