import type { CallResult } from '@portal/contract/endpoint'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'
import { activityKey } from '../workspaces/activity-key.ts'
import { notMemberAnswers } from '../workspaces/load-for-member.ts'

/** A webhook and its secret. The secret is never stored in a cache, browser storage, the URL or a log. */
export type WebhookWithSecret = CallResult<typeof webhooks.create>

/** Identifies a webhook in a path. */
export interface WebhookParams {
  workspaceId: string
  webhookId: string
}

/** Attempts appear without reloading the page. */
export const deliveriesRefreshMs = 5_000

export const webhooksQuery = (workspaceId: string) =>
  apiQuery(webhooks.list, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })

export const deliveriesQuery = (params: WebhookParams) => ({
  ...apiQuery(webhooks.deliveries, { params }),
  refetchInterval: deliveriesRefreshMs,
})

/** Returns a function that refetches what a changed webhook affects, and waits for the list. */
export function useWebhookReload(workspaceId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: activityKey })
    await queryClient.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey })
  }
}
