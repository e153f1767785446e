/** What staff change of an account: each pause is one column, so that no other save touches it (RULES section 5). */
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { users } from '../../db/schema/users.ts'

const columns = {
  id: users.id,
  auth0Id: users.auth0Id,
  email: users.email,
  quarantinedAt: users.quarantinedAt,
  suspendedAt: users.suspendedAt,
} as const

/** An account as staff look it up, locked until the transaction ends. Undefined when it is deleted. */
export async function lockAccount(tx: Orm, userId: string) {
  const [row] = await tx
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  return row
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

export async function setPause(
  tx: Orm,
  userId: string,
  pause: { quarantinedAt: Date | null } | { suspendedAt: Date | null },
): Promise<void> {
  await tx.update(users).set(pause).where(eq(users.id, userId))
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
