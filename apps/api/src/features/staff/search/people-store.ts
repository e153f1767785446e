/** Accounts as staff look them up and bring them back (RULES section 9). */
import type { UserRecord } from '@portal/contract/people'
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

/** An account as staff look it up. */
export interface AccountRow {
  id: string
  auth0Id: string | null
  email: string
  quarantinedAt: Date | null
  suspendedAt: Date | null
}

/** The same as the wire has it. */
export function userRecordOf(row: AccountRow): UserRecord {
  return {
    id: row.id,
    auth0Id: row.auth0Id,
    email: row.email,
    quarantinedAt: row.quarantinedAt?.toISOString() ?? null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  }
}

/** Every account of an address that there is, the oldest first. */
export async function listAccountsOfAddress(db: Orm, emailKey: string): Promise<AccountRow[]> {
  return db
    .select(columns)
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .orderBy(users.id)
}

/** When an account was deleted, if that was after `since`; locked until the transaction ends. */
export async function lockDeletedAccount(tx: Orm, userId: string, since: Date): Promise<Date | undefined> {
  const [row] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.deletedAt, since)))
    .for('update')
  return row?.deletedAt ?? undefined
}

/** Brings an account back. `address-taken` when its verified address has a new account. */
export async function undeleteAccount(tx: Orm, userId: string): Promise<AccountRow | 'address-taken'> {
  try {
    const [row] = await tx
      .update(users)
      .set({ deletedAt: null })
      .where(eq(users.id, userId))
      .returning(columns)
    if (!row) throw new Error('the account was locked and is gone')
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email_key')) return 'address-taken'
    throw error
  }
}
