import { accessReview } from '@portal/contract/access-review/access-review'
import { apiQuery } from '../../lib/request/api-query.ts'

/** Everything that can act in a workspace. Never cached, because the last use must be current. */
export const accessReviewQuery = (workspaceId: string) => ({
  ...apiQuery(accessReview.list, { params: { workspaceId }, query: {} }),
  staleTime: 0,
})

/** The sign-offs of the review, newest first, and the reminder. Never cached, because another reviewer may sign off. */
export const signOffsQuery = (workspaceId: string) => ({
  ...apiQuery(accessReview.listSignOffs, { params: { workspaceId }, query: {} }),
  staleTime: 0,
})
