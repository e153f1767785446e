/** Pauses of accounts and workspaces. Each pause has separate columns, so that no other save overwrites them. */
import { and, desc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../../db/database.ts'
import type { ListPage } from '../../../http/lists/list-page.ts'
import { users } from '../../account/user-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

/** All fields are null if there is no pause. */
export interface PauseState {
  since: Date | null
  until: Date | null
  reason: string | null
  byUserId: string | null
}

export const accountPauses = ['quarantine', 'suspension'] as const
export type AccountPause = (typeof accountPauses)[number]

/** The columns of each kind of pause of an account. */
const accountColumns = {
  quarantine: {
    since: users.quarantinedAt,
    until: users.quarantinedUntil,
    reason: users.quarantineReason,
    byUserId: users.quarantinedByUserId,
  },
  suspension: {
    since: users.suspendedAt,
    until: users.suspendedUntil,
    reason: users.suspensionReason,
    byUserId: users.suspendedByUserId,
  },
} as const

const workspaceColumns = {
  since: workspaces.quarantinedAt,
  until: workspaces.quarantinedUntil,
  reason: workspaces.quarantineReason,
  byUserId: workspaces.quarantinedByUserId,
} as const

/** Returns an account with both pauses, locked until the transaction ends. Returns undefined if it is deleted. */
export async function lockPausableAccount(tx: Orm, userId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      auth0Id: users.auth0Id,
      email: users.email,
      emailVerified: users.emailVerified,
      isSuspendedUnpaid: users.isSuspendedUnpaid,
      quarantine: accountColumns.quarantine,
      suspension: accountColumns.suspension,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  return row
}
export type PausableAccount = NonNullable<Awaited<ReturnType<typeof lockPausableAccount>>>

/**
 * Clears `isSuspendedUnpaid`, because a change by staff takes precedence over the automatic suspension for unpaid
 * invoices.
 */
export async function setAccountPause(
  tx: Orm,
  userId: string,
  pause: AccountPause,
  { since, until, reason, byUserId }: PauseState,
): Promise<void> {
  const set =
    pause === 'quarantine'
      ? {
          quarantinedAt: since,
          quarantinedUntil: until,
          quarantineReason: reason,
          quarantinedByUserId: byUserId,
        }
      : {
          suspendedAt: since,
          suspendedUntil: until,
          suspensionReason: reason,
          suspendedByUserId: byUserId,
          isSuspendedUnpaid: false,
        }
  await tx.update(users).set(set).where(eq(users.id, userId))
}

/** Accounts whose pause has passed its end date. */
export async function listEndedAccountPauses(
  db: Orm,
  pause: AccountPause,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { since, until } = accountColumns[pause]
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(since), lte(until, now), isNull(users.deletedAt)))
    .orderBy(until)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Returns a workspace with its pause and owner, locked until the transaction ends. Returns undefined if it is deleted.
 */
export async function lockPausableWorkspace(tx: Orm, workspaceId: string) {
  const [row] = await tx
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      ownerUserId: workspaces.creatorUserId,
      pause: workspaceColumns,
    })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for('no key update')
  if (!row) return undefined
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, row.ownerUserId))
  if (!owner) throw new Error('The workspace has no owner')
  return { ...row, ownerEmail: owner.email }
}
export type PausableWorkspace = NonNullable<Awaited<ReturnType<typeof lockPausableWorkspace>>>

export async function setWorkspacePause(
  tx: Orm,
  workspaceId: string,
  { since, until, reason, byUserId }: PauseState,
): Promise<void> {
  await tx
    .update(workspaces)
    .set({
      quarantinedAt: since,
      quarantinedUntil: until,
      quarantineReason: reason,
      quarantinedByUserId: byUserId,
    })
    .where(eq(workspaces.id, workspaceId))
}

/** Workspaces whose pause has passed its end date. */
export async function listEndedWorkspacePauses(db: Orm, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        isNotNull(workspaces.quarantinedAt),
        lte(workspaces.quarantinedUntil, now),
        isNull(workspaces.deletedAt),
      ),
    )
    .orderBy(workspaces.quarantinedUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The lists are ordered by it. */
type PauseKey = readonly [since: string, id: string]

/** Every listed row has `since`, because the queries filter by it. */
export const startOfPause = (since: Date | null): string => since?.toISOString() ?? ''

export const keyOfPause = (since: Date | null, id: string): PauseKey => [startOfPause(since), id]

function isAfterKey(since: AnyPgColumn, id: AnyPgColumn, after: PauseKey | undefined): SQL | undefined {
  if (!after) return undefined
  return sql`(${since}, ${id}) < (${after[0]}::timestamptz, ${after[1]})`
}

const staff = alias(users, 'staff')

/** Lists the paused accounts, latest pause first. */
export async function listPausedAccounts(db: Orm, pause: AccountPause, page: ListPage<PauseKey>) {
  const { since, until, reason, byUserId } = accountColumns[pause]
  return db
    .select({ userId: users.id, email: users.email, since, until, reason, byEmail: staff.email })
    .from(users)
    .leftJoin(staff, eq(staff.id, byUserId))
    .where(and(isNotNull(since), isNull(users.deletedAt), isAfterKey(since, users.id, page.after)))
    .orderBy(desc(since), desc(users.id))
    .limit(page.limit)
}

/** Lists the quarantined workspaces, latest quarantine first. */
export async function listPausedWorkspaces(db: Orm, page: ListPage<PauseKey>) {
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
