/** Who did what in a workspace, when and from where. Rows are only added (RULES section 6). */
import type { ActivityAct } from '@portal/contract/activity'
import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { workspaceActivity } from '../../db/schema/records.ts'
import { users } from '../../db/schema/users.ts'

export interface NewActivity {
  workspaceId: string
  /** Nobody, where the product did it by itself. */
  actorUserId: string | null
  act: ActivityAct
  /** What it was done to, in words: an address, a token's name, `EDITOR → APPROVER`. */
  subject?: string | null
  /** `request.ip`. */
  ipAddress: string | null
  at: Date
}

/** Records an act. Call it in the transaction that does it. */
export async function recordActivity(db: Orm, activity: NewActivity): Promise<void> {
  await db.insert(workspaceActivity).values({ id: ulid(activity.at.getTime()), ...activity })
}

export interface ActivityFilter {
  act?: ActivityAct | undefined
  /** Part of the subject, or of the actor's name or address, in any case. */
  search?: string | undefined
}

/** Typed text as a pattern that finds it anywhere: its own wildcards are letters like others. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function isFound(search: string): SQL | undefined {
  const pattern = containing(search)
  return or(
    sql`${workspaceActivity.subject} ilike ${pattern}`,
    sql`concat_ws(' ', ${users.firstName}, ${users.lastName}) ilike ${pattern}`,
    sql`${users.email} ilike ${pattern}`,
  )
}

/** One page, the newest first, older than the row `after`. */
export async function listActivity(
  db: Orm,
  workspaceId: string,
  filter: ActivityFilter,
  page: { limit: number; after?: string | undefined },
) {
  return db
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
    })
    .from(workspaceActivity)
    .leftJoin(users, eq(users.id, workspaceActivity.actorUserId))
    .where(
      and(
        eq(workspaceActivity.workspaceId, workspaceId),
        page.after === undefined ? undefined : lt(workspaceActivity.id, page.after),
        filter.act === undefined ? undefined : eq(workspaceActivity.act, filter.act),
        filter.search ? isFound(filter.search) : undefined,
      ),
    )
    .orderBy(desc(workspaceActivity.id))
    .limit(page.limit)
}
export type ActivityRow = Awaited<ReturnType<typeof listActivity>>[number]
