/** Finds and restores accounts, ends their sessions and revokes their tokens. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/database-errors.ts'
import { users } from '../../account/user-table.ts'
import { handoffCodes } from '../../handoff/handoff-table.ts'
import { endSessionsOf } from '../../sessions/session-store.ts'
import { isActiveToken, revokeTokensOf } from '../../tokens/token-store.ts'
import { authTokens } from '../../tokens/token-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

const columns = {
  id: users.id,
  auth0Id: users.auth0Id,
  email: users.email,
  quarantinedAt: users.quarantinedAt,
  suspendedAt: users.suspendedAt,
} as const

type AccountRow = Awaited<ReturnType<typeof findAccountRow>>

export function userRecordOf(row: AccountRow): UserRecord {
  return {
    id: row.id,
    auth0Id: row.auth0Id,
    email: row.email,
    quarantinedAt: row.quarantinedAt?.toISOString() ?? null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  }
}

/** Lists every account with this address that is not deleted, oldest first. */
export async function listAccountsOfAddress(db: Orm, email: string) {
  return db
    .select(columns)
    .from(users)
    .where(and(inArray(users.emailKey, emailKeysOf(email)), isNull(users.deletedAt)))
    .orderBy(users.id)
}

/** Locks an account that was deleted after `since` until the transaction ends. Returns its deletion date. */
export async function lockDeletedAccount(tx: Orm, userId: string, since: Date): Promise<Date | undefined> {
  const [row] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.deletedAt, since)))
    .for('update')
  return row?.deletedAt ?? undefined
}

/** Restores an account. Returns `address-taken` if another account now uses its verified address. */
export async function undeleteAccount(tx: Orm, userId: string) {
  try {
    const [row] = await tx
      .update(users)
      .set({ deletedAt: null })
      .where(eq(users.id, userId))
      .returning({ ...columns, emailVerified: users.emailVerified })
    if (!row) throw new Error('The locked account no longer exists')
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email_key')) return 'address-taken'
    throw error
  }
}

/**
 * Returns an account, locked until the transaction ends. Returns undefined if it is deleted. A transaction that is creating a
 * token or a session of the account finishes first, so that what it creates is found.
 */
export async function lockAccount(tx: Orm, userId: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  return row
}

/** Returns the row of an account that exists. */
export async function findAccountRow(db: Orm, userId: string) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('The account no longer exists')
  return row
}

/** Ends browser, command-line and instance sessions, and deletes hand-off codes that could start another. */
export async function endAllSessions(
  tx: Orm,
  of: { userId: string; byUserId: string },
  now: Date,
): Promise<void> {
  const { userId, byUserId } = of
  await endSessionsOf(tx, { userId }, now)
  await revokeTokensOf(tx, { userId, kind: 'instance' }, byUserId, now)
  await tx.delete(handoffCodes).where(eq(handoffCodes.userId, userId))
}

/** Revokes the active API tokens that act for the user, in workspaces that are not deleted. Returns them. */
export async function revokeApiTokens(
  tx: Orm,
  of: { userId: string; byUserId: string },
  now: Date,
): Promise<{ workspaceId: string; name: string }[]> {
  return tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: of.byUserId })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.id, authTokens.workspaceId),
        isNull(workspaces.deletedAt),
        eq(authTokens.userId, of.userId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.serviceAccountId),
        isActiveToken(now),
      ),
    )
    .returning({ workspaceId: authTokens.workspaceId, name: authTokens.name })
}
