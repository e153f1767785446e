/** Paused accounts and workspaces, latest pause first. */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'
import { type AccountPause, accountColumns } from './pause-store.ts'

/** The lists are ordered by it. */
export type PauseKey = readonly [since: string, id: string]

/** Every listed row has `since`, because the queries filter by it. */
export const startOfPause = (since: Date | null): string => since?.toISOString() ?? ''

export const keyOfPause = (since: Date | null, id: string): PauseKey => [startOfPause(since), id]

export interface PausePage {
  limit: number
  after: PauseKey | undefined
}

function isAfterKey(since: AnyPgColumn, id: AnyPgColumn, after: PauseKey | undefined): SQL | undefined {
  if (!after) return undefined
  return sql`(${since}, ${id}) < (${after[0]}::timestamptz, ${after[1]})`
}

const staff = alias(users, 'staff')

export async function listPausedAccounts(db: Orm, pause: AccountPause, page: PausePage) {
  const { since, until, reason, byUserId } = accountColumns[pause]
  return db
    .select({ userId: users.id, email: users.email, since, until, reason, byEmail: staff.email })
    .from(users)
    .leftJoin(staff, eq(staff.id, byUserId))
    .where(and(isNotNull(since), isNull(users.deletedAt), isAfterKey(since, users.id, page.after)))
    .orderBy(desc(since), desc(users.id))
    .limit(page.limit)
}

export async function listPausedWorkspaces(db: Orm, page: PausePage) {
  const since = workspaces.quarantinedAt
  return db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      since,
      until: workspaces.quarantinedUntil,
      reason: workspaces.quarantineReason,
    })
    .from(workspaces)
    .where(and(isNotNull(since), isNull(workspaces.deletedAt), isAfterKey(since, workspaces.id, page.after)))
    .orderBy(desc(since), desc(workspaces.id))
    .limit(page.limit)
}
