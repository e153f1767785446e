/** Reads and changes webhooks and their deliveries. */
import { dayMs } from '@portal/contract/durations'
import { deliveriesKeptDays } from '@portal/contract/webhooks/webhooks'
import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { webhookDeliveries, webhooks } from './webhook-table.ts'

export type WebhookColumns = Partial<typeof webhooks.$inferInsert>
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Whether the user who confirmed the webhook still owns its workspace. */
export const isConfirmed = sql<boolean>`exists (
  select from ${workspaceMembers}
  where ${workspaceMembers.workspaceId} = ${webhooks.workspaceId}
    and ${workspaceMembers.userId} = ${webhooks.confirmedByUserId}
    and ${workspaceMembers.role} = 'OWNER'
)`

/** The last delivery of an event that succeeded. Resends and tests don't count. */
export const lastDelivery = sql<Date | null>`(
  select ${webhookDeliveries.at} from ${webhookDeliveries}
  where ${webhookDeliveries.webhookId} = ${webhooks.id}
    and ${webhookDeliveries.kind} = 'event' and ${webhookDeliveries.status} between 200 and 299
  order by ${webhookDeliveries.id} desc limit 1
)`.mapWith(webhookDeliveries.at)

/** Lists the webhooks that receive events of this type, with their owner, who has confirmed them. */
export async function listListeningWebhooks(tx: Orm, workspaceId: string, type: string) {
  return tx
    .select({ webhookId: webhooks.id, ownerUserId: webhooks.confirmedByUserId })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.workspaceId, workspaceId),
        isNull(webhooks.disabledAt),
        sql`(${webhooks.types} is null or ${webhooks.types} @> to_jsonb(${type}::text))`,
        isConfirmed,
      ),
    )
}

/** The owner who confirmed the webhook. */
const owner = alias(users, 'owner')

const select = (db: Orm, where: SQL | undefined) =>
  db
    .select({
      webhook: webhooks,
      isConfirmed,
      creatorEmail: users.email,
      workspaceName: workspaces.displayName,
      isWorkspaceDeleted: sql<boolean>`${workspaces.deletedAt} is not null`,
      /** Whether the workspace or its owner is paused. */
      isPaused: sql<boolean>`num_nonnulls(
        ${workspaces.quarantinedAt}, ${owner.quarantinedAt}, ${owner.suspendedAt}) > 0`,
    })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.createdByUserId))
    .innerJoin(owner, eq(owner.id, webhooks.confirmedByUserId))
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .where(where)

/** Lists the webhooks of a workspace, oldest first. */
export const listWebhooks = (db: Orm, workspaceId: string) =>
  select(db, eq(webhooks.workspaceId, workspaceId)).orderBy(webhooks.id)

export interface WebhookKey {
  workspaceId: string
  webhookId: string
}

const isWebhook = ({ workspaceId, webhookId }: WebhookKey) =>
  and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId))

export async function findWebhook(db: Orm, key: WebhookKey) {
  const [row] = await select(db, isWebhook(key))
  return row
}
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Finds the webhook of a queued delivery. */
export async function findTarget(db: Orm, webhookId: string): Promise<WebhookRow | undefined> {
  const [row] = await select(db, eq(webhooks.id, webhookId))
  return row
}

/** Like `findWebhook`, and locks the webhook until the transaction ends, because an attempt can change it at any time. */
export async function lockWebhook(tx: Orm, key: WebhookKey): Promise<WebhookRow | undefined> {
  const [row] = await select(tx, isWebhook(key)).for('update', { of: webhooks })
  return row
}

export async function countWebhooks(tx: Orm, workspaceId: string): Promise<number> {
  return tx.$count(webhooks, eq(webhooks.workspaceId, workspaceId))
}

export async function insertWebhook(tx: Orm, row: typeof webhooks.$inferInsert): Promise<void> {
  await tx.insert(webhooks).values(row)
}

export async function updateWebhook(tx: Orm, webhookId: string, set: WebhookColumns): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(webhooks).set(set).where(eq(webhooks.id, webhookId))
}

/** Call it under the lock of the webhook, so that no attempt stores a delivery in between. */
export async function deleteWebhook(tx: Orm, webhookId: string): Promise<void> {
  await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId))
  await tx.delete(webhooks).where(eq(webhooks.id, webhookId))
}

export async function insertDelivery(tx: Orm, row: DeliveryRow): Promise<void> {
  await tx.insert(webhookDeliveries).values(row)
}

/** Lists the latest attempts, newest first. The purge removes older ones daily. */
export async function listDeliveries(
  db: Orm,
  webhookId: string,
  page: { limit: number; now: Date },
): Promise<DeliveryRow[]> {
  const since = new Date(page.now.getTime() - deliveriesKeptDays * dayMs)
  return db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), gt(webhookDeliveries.at, since)))
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.limit)
}

export async function findDelivery(db: Orm, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
  return row
}

/** Returns the verified addresses of the owner, and of the creator while their role allows them to see the webhook. */
export async function listMailedAddresses(tx: Orm, webhookId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ email: users.email })
    .from(webhooks)
    .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, webhooks.workspaceId))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(
        eq(webhooks.id, webhookId),
        eq(users.emailVerified, true),
        or(
          eq(workspaceMembers.role, 'OWNER'),
          and(eq(workspaceMembers.role, 'APPROVER'), eq(users.id, webhooks.createdByUserId)),
        ),
      ),
    )
  return rows.map(({ email }) => email)
}
