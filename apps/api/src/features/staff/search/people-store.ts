/** Looking up accounts by address and restoring deleted accounts. */
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/database-errors.ts'
import { users } from '../../../db/schema/users.ts'

const columns = {
  id: users.id,
  auth0Id: users.auth0Id,
  email: users.email,
  quarantinedAt: users.quarantinedAt,
  suspendedAt: users.suspendedAt,
} as const

export interface AccountRow {
  id: string
  auth0Id: string | null
  email: string
  quarantinedAt: Date | null
  suspendedAt: Date | null
}

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
export async function listAccountsOfAddress(db: Orm, emailKey: string): Promise<AccountRow[]> {
  return db
    .select(columns)
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
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
export async function undeleteAccount(tx: Orm, userId: string): Promise<AccountRow | 'address-taken'> {
  try {
    const [row] = await tx
      .update(users)
      .set({ deletedAt: null })
      .where(eq(users.id, userId))
      .returning(columns)
    if (!row) throw new Error('The locked account no longer exists')
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email_key')) return 'address-taken'
    throw error
  }
}
