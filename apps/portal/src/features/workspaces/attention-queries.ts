import { type AttentionItem, attention } from '@portal/contract/attention/attention'
import { unverifiedAnswers } from '../../lib/guard/session.ts'
import { apiQuery } from '../../lib/request/api-query.ts'

/**
 * What needs the user's attention in all workspaces. The list counts it and the overview shows it. Requested before the auth check has
 * returned, so these refusals are expected. During an upgrade, the previous release of the API doesn't know the call.
 */
export const attentionQuery = apiQuery(
  attention.list,
  { query: {} },
  { expectedErrors: [...unverifiedAnswers, 'NotFound'] },
)

/** Counts the items by workspace. */
export function countAttention(items: readonly AttentionItem[] = []): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { workspaceId } of items) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
  return counts
}
