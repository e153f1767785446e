/** The activity log of a workspace. Rows are inserted, and only numbered later. See docs/product/workspaces.md#activity. */
import { type ActivityAct, activityActs } from '@portal/contract/activity/activity'
import { activitySearchMaxEvents } from '@portal/contract/limits'
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { incrementBase32, ulid } from 'ulid'
import type { Orm, Reads } from '../../db/database.ts'
import type { Page } from '../../http/lists/read-pages.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaceActivity } from './activity-table.ts'

export interface NewActivity {
  workspaceId: string
  /** Null for an action of staff or of the product itself. */
  actorUserId: string | null
  /** Set when a service account acts. */
  actorServiceAccountId?: string
  /** Set when the actor acted with an API token. */
  actorTokenName?: string | undefined
  act: ActivityAct
  /** What the action affected, as text: an address, the name of a token, `EDITOR → APPROVER`. */
  subject?: string | null
  ipAddress: string | null
  /** Set when the product acts by itself. */
  isAutomatic?: boolean
  at: Date
}

let last = { ms: 0, id: '' }

/** Returns an id that follows the ones of the same millisecond, because a change can record several actions. */
function idAt(ms: number): string {
  last = { ms, id: ms === last.ms ? incrementBase32(last.id) : ulid(ms) }
  return last.id
}

/** Inserts an action and returns its id. `recordActivity` also sends it to the webhooks. */
export async function insertActivity(db: Orm, activity: NewActivity): Promise<string> {
  const id = idAt(activity.at.getTime())
  await db.insert(workspaceActivity).values({ id, ...activity })
  return id
}

export interface ActivityFilter {
  act?: ActivityAct | undefined
  /** Part of the subject, or of the actor's name or address. Ignores case. */
  search?: string | undefined
  /** The oldest event that is read. */
  oldest?: string | undefined
  /**
   * Leaves out events that only a newer release knows. Its processes may record them during an upgrade, but this release can't list
   * them (docs/operations.md#two-releases-at-once).
   */
  isKnown?: boolean
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

const activityPage = (db: Orm, workspaceId: string, filter: ActivityFilter, page: Page) =>
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
        filter.oldest === undefined ? undefined : gte(workspaceActivity.id, filter.oldest),
        filter.act === undefined ? undefined : eq(workspaceActivity.act, filter.act),
        filter.search ? isFound(filter.search) : undefined,
        filter.isKnown ? inArray(workspaceActivity.act, [...activityActs]) : undefined,
      ),
    )
    .orderBy(desc(workspaceActivity.id))
    .limit(page.limit)

/** Finds the oldest event that a search or a filter covers. Returns undefined if it covers the whole log. */
export async function findOldestSearched(reads: Reads, workspaceId: string): Promise<string | undefined> {
  const [oldest] = await reads.readReplica(async (db) =>
    db
      .select({ id: workspaceActivity.id })
      .from(workspaceActivity)
      .where(eq(workspaceActivity.workspaceId, workspaceId))
      .orderBy(desc(workspaceActivity.id))
      .offset(activitySearchMaxEvents - 1)
      .limit(1),
  )
  return oldest?.id
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
): Promise<ActivityRow[]> {
  return filter.act || filter.search
    ? reads.readReplica(async (db) => activityPage(db, workspaceId, filter, page))
    : activityPage(reads.orm, workspaceId, filter, page)
}
export type ActivityRow = Awaited<ReturnType<typeof activityPage>>[number]
