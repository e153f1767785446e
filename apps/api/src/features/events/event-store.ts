/**
 * Reads the activity of a workspace in an order to which later reads only append. Transactions can commit in another order than that of
 * their ids, so the first read after the commit numbers them (docs/product/events.md#order).
 */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'

/** An old workspace is numbered in several transactions, so that none takes long. Larger than a page. */
const mostNumbered = 10_000

const isIn = (workspaceId: string) => eq(workspaceActivity.workspaceId, workspaceId)

async function hasUnnumbered(orm: Orm, workspaceId: string): Promise<boolean> {
  const rows = await orm
    .select({ id: workspaceActivity.id })
    .from(workspaceActivity)
    .where(and(isIn(workspaceId), isNull(workspaceActivity.position)))
    .limit(1)
  return rows.length > 0
}

/** Numbers the committed events without a position, oldest first. Writers of events never wait for it. */
async function numberEvents({ transaction }: Database, workspaceId: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 0))`)
    // A separate statement, because it must see what the previous holder of the lock has committed.
    await tx.execute(sql`
      update workspace_activity set position = numbered.position
      from (
        select id, row_number() over (order by id) + (
          select coalesce(max(position), 0) from workspace_activity where workspace_id = ${workspaceId}
        ) as position
        from workspace_activity
        where workspace_id = ${workspaceId} and position is null
        order by id
        limit ${mostNumbered}
      ) numbered
      where workspace_activity.id = numbered.id`)
  })
}

/** Returns the id of the last event. All later reads append to it. Undefined for a workspace without events. */
export async function findLatest(database: Database, workspaceId: string): Promise<string | undefined> {
  const { orm } = database
  while (await hasUnnumbered(orm, workspaceId)) await numberEvents(database, workspaceId)
  const [latest] = await orm
    .select({ id: workspaceActivity.id })
    .from(workspaceActivity)
    .where(and(isIn(workspaceId), isNotNull(workspaceActivity.position)))
    .orderBy(desc(workspaceActivity.position))
    .limit(1)
  return latest?.id
}

/** Returns the position of an event. Undefined for an event that isn't in the workspace or that no caller has read. */
export async function findPosition(orm: Orm, workspaceId: string, id: string): Promise<number | undefined> {
  const [event] = await orm
    .select({ position: workspaceActivity.position })
    .from(workspaceActivity)
    .where(and(isIn(workspaceId), eq(workspaceActivity.id, id)))
  return event?.position ?? undefined
}

const actorName = sql<string | null>`coalesce(
  ${serviceAccounts.name}, nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), nullif(${users.email}, ''))`

const select = (orm: Orm, where: SQL | undefined) =>
  orm
    .select({
      id: workspaceActivity.id,
      type: workspaceActivity.act,
      at: workspaceActivity.at,
      actorUserId: workspaceActivity.actorUserId,
      actorServiceAccountId: workspaceActivity.actorServiceAccountId,
      actorName,
      isAutomatic: workspaceActivity.isAutomatic,
      subject: workspaceActivity.subject,
      ipAddress: workspaceActivity.ipAddress,
      tokenName: workspaceActivity.actorTokenName,
    })
    .from(workspaceActivity)
    .leftJoin(users, eq(users.id, workspaceActivity.actorUserId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, workspaceActivity.actorServiceAccountId))
    .where(where)

/** Returns at most `limit` events after the position, oldest first. */
export async function listEvents(
  database: Database,
  workspaceId: string,
  page: { limit: number; after: number },
): Promise<EventRow[]> {
  const { orm } = database
  if (await hasUnnumbered(orm, workspaceId)) await numberEvents(database, workspaceId)
  return select(orm, and(isIn(workspaceId), gt(workspaceActivity.position, page.after)))
    .orderBy(asc(workspaceActivity.position))
    .limit(page.limit)
}
export type EventRow = Awaited<ReturnType<typeof select>>[number]

/** Returns the events with these ids, in any order. */
export const listEventsById = (orm: Orm, workspaceId: string, ids: string[]): Promise<EventRow[]> =>
  select(orm, and(isIn(workspaceId), inArray(workspaceActivity.id, ids)))
