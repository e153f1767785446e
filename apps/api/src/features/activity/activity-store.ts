/** The activity log of a workspace. Rows are inserted and never changed. See docs/product/workspaces.md#activity. */
import { type ActivityAct, activityActs } from '@portal/contract/activity'
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Orm, Reads } from '../../db/database.ts'
import { workspaceActivity } from '../../db/schema/records.ts'
import { serviceAccounts } from '../../db/schema/service-accounts.ts'
import { users } from '../../db/schema/users.ts'
import { pauseAfterRead } from '../../http/pause-after-read.ts'

export interface NewActivity {
  workspaceId: string
  /** Null for an automatic action. */
  actorUserId: string | null
  /** Set when a service account acts. */
  actorServiceAccountId?: string
  /** Set when the actor acted with an API token. */
  actorTokenName?: string | undefined
  act: ActivityAct
  /** What the action affected, as text: an address, the name of a token, `EDITOR → APPROVER`. */
  subject?: string | null
  ipAddress: string | null
  at: Date
}

/** Records an action. Call it in the transaction that performs the action. */
export async function recordActivity(db: Orm, activity: NewActivity): Promise<void> {
  await db.insert(workspaceActivity).values({ id: ulid(activity.at.getTime()), ...activity })
}

export interface ActivityFilter {
  act?: ActivityAct | undefined
  /** Part of the subject, or of the actor's name or address. Ignores case. */
  search?: string | undefined
}

/** Returns a LIKE pattern that matches the text anywhere. Wildcards in the text match literally. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function isFound(search: string): SQL | undefined {
  const pattern = contains(search)
  return or(
    sql`${workspaceActivity.subject} ilike ${pattern}`,
    sql`concat_ws(' ', ${users.firstName}, ${users.lastName}) ilike ${pattern}`,
    sql`${users.email} ilike ${pattern}`,
    sql`${serviceAccounts.name} ilike ${pattern}`,
  )
}

interface Page {
  limit: number
  after?: string | undefined
  /** Whether the client has disconnected, which ends a search. */
  isAbandoned?: () => boolean
}

const activityPage = (db: Orm, workspaceId: string, filter: ActivityFilter, page: Page, where?: SQL) =>
  db
    .select({
      id: workspaceActivity.id,
      at: workspaceActivity.at,
      act: workspaceActivity.act,
      subject: workspaceActivity.subject,
      ipAddress: workspaceActivity.ipAddress,
      actorUserId: workspaceActivity.actorUserId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      serviceAccountId: serviceAccounts.id,
      serviceAccountName: serviceAccounts.name,
      tokenName: workspaceActivity.actorTokenName,
    })
    .from(workspaceActivity)
    .leftJoin(users, eq(users.id, workspaceActivity.actorUserId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, workspaceActivity.actorServiceAccountId))
    .where(
      and(
        eq(workspaceActivity.workspaceId, workspaceId),
        page.after === undefined ? undefined : lt(workspaceActivity.id, page.after),
        filter.act === undefined ? undefined : eq(workspaceActivity.act, filter.act),
        filter.search ? isFound(filter.search) : undefined,
        where,
      ),
    )
    .orderBy(desc(workspaceActivity.id))
    .limit(page.limit)

/** How many events one statement of a search reads. Keeps each statement short. */
const eventsPerStatement = 5_000

/** Returns the id of the last event that the next statement of a search reads. Undefined if it reads all older events. */
async function findEndOfPart(db: Orm, workspaceId: string, after: string | undefined) {
  const [last] = await db
    .select({ id: workspaceActivity.id })
    .from(workspaceActivity)
    .where(
      and(
        eq(workspaceActivity.workspaceId, workspaceId),
        after === undefined ? undefined : lt(workspaceActivity.id, after),
      ),
    )
    .orderBy(desc(workspaceActivity.id))
    .offset(eventsPerStatement - 1)
    .limit(1)
  return last?.id
}

/**
 * Reads the log in parts until the page is full, and pauses between parts. Used for a search and for a filter by event. Stops when
 * the client has disconnected.
 */
async function searchActivity(
  reads: Reads,
  workspaceId: string,
  filter: ActivityFilter,
  { limit, after: start, isAbandoned }: Page,
  where?: SQL,
) {
  const found: ActivityRow[] = []
  let after = start
  for (;;) {
    const startedAt = performance.now()
    const { end, rows } = await reads.readReplica(async (db) => {
      const end = await findEndOfPart(db, workspaceId, after)
      const page = { limit: limit - found.length, after }
      const inPart = end === undefined ? where : and(where, gte(workspaceActivity.id, end))
      return { end, rows: await activityPage(db, workspaceId, filter, page, inPart) }
    })
    found.push(...rows)
    if (end === undefined || found.length >= limit || isAbandoned?.()) return found
    after = end
    await pauseAfterRead(startedAt)
  }
}

/**
 * Returns one page, newest first, that starts after the row `after`. A search may miss the last seconds. The log without a
 * filter may not, because it shows what the caller just did.
 */
export function listActivity(
  reads: Reads,
  workspaceId: string,
  filter: ActivityFilter,
  page: Page,
  where?: SQL,
): Promise<ActivityRow[]> {
  return filter.act || filter.search
    ? searchActivity(reads, workspaceId, filter, page, where)
    : activityPage(reads.orm, workspaceId, filter, page, where)
}
export type ActivityRow = Awaited<ReturnType<typeof activityPage>>[number]

const isKnown = inArray(workspaceActivity.act, [...activityActs])

/**
 * Like `listActivity`, without events that only a newer release knows: its processes may record them during an upgrade, but this
 * release can't list them (docs/operations.md#two-releases-at-once).
 */
export const listKnownActivity = (
  reads: Reads,
  workspaceId: string,
  filter: ActivityFilter,
  page: Page,
): Promise<ActivityRow[]> => listActivity(reads, workspaceId, filter, page, isKnown)
