/** Records what happens in workspaces. See docs/product/workspaces.md#activity. */
import type { ActivityAct } from '@portal/contract/activity/activity'
import type { Orm } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { listListeningWebhooks } from '../webhooks/webhook-store.ts'
import { insertActivity, type NewActivity } from './activity-store.ts'

/** Records an action and queues its deliveries to webhooks. Call it in the transaction that performs the action. */
export async function recordActivity(tx: Orm, jobs: Jobs, activity: NewActivity): Promise<void> {
  const eventId = await insertActivity(tx, activity)
  for (const webhook of await listListeningWebhooks(tx, activity.workspaceId, activity.act))
    await jobs.send(tx, 'webhooks.deliver', { ...webhook, eventId, attempt: 1 })
}

/** Records an action of staff in a workspace. It does not identify the staff member. Only the staff records do. */
export function recordStaffActivity(
  tx: Orm,
  jobs: Jobs,
  workspaceId: string,
  act: ActivityAct,
  subject: string,
  at: Date,
): Promise<void> {
  return recordActivity(tx, jobs, { workspaceId, actorUserId: null, act, subject, ipAddress: null, at })
}
