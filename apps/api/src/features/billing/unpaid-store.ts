/** Who owes for how long, and the suspension that follows from it alone (RULES sections 4 and 8). */
import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { billingAccounts } from '../../db/schema/billing.ts'
import { staffRecords } from '../../db/schema/records.ts'
import { users } from '../../db/schema/users.ts'

/** Ends of a suspension by staff, not by themselves, since the invoice of an account became due. */
const endsByStaff = (db: Orm, userId: SQL | string) =>
  db
    .select({ id: staffRecords.id })
    .from(staffRecords)
    .where(
      and(
        eq(staffRecords.aboutUserId, userId),
        eq(staffRecords.act, 'person.unsuspended'),
        gt(staffRecords.at, billingAccounts.unpaidSince),
        sql`coalesce(${staffRecords.after} ->> 'automatic', 'false') <> 'true'`,
      ),
    )

/**
 * Accounts that owe since `dueBefore` or longer and are open, the longest first. Where staff have opened one meanwhile, it
 * has been given time, and stays open until the invoice is paid and another comes due.
 */
export async function listLongUnpaid(db: Orm, dueBefore: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .innerJoin(users, eq(users.id, billingAccounts.userId))
    .where(
      and(
        lte(billingAccounts.unpaidSince, dueBefore),
        isNull(users.suspendedAt),
        isNull(users.deletedAt),
        notExists(endsByStaff(db, sql`${billingAccounts.userId}`)),
      ),
    )
    .orderBy(asc(billingAccounts.unpaidSince))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Whether staff have opened the account since its invoice became due. */
export async function isGivenTime(db: Orm, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(and(eq(billingAccounts.userId, userId), notExists(endsByStaff(db, userId))))
  return rows.length === 0
}

/**
 * Since when an account owes, where that is `dueBefore` or longer and it was given no time. No payment is noted, and the
 * account's billing does not change, until the transaction ends. Whoever locks a person as well, locks this first.
 */
export async function lockUnpaid(tx: Orm, userId: string, dueBefore: Date): Promise<Date | undefined> {
  const [row] = await tx
    .select({ since: billingAccounts.unpaidSince })
    .from(billingAccounts)
    .where(
      and(
        eq(billingAccounts.userId, userId),
        lte(billingAccounts.unpaidSince, dueBefore),
        notExists(endsByStaff(tx, userId)),
      ),
    )
    .for('no key update')
  return row?.since ?? undefined
}

export interface PausedPerson {
  email: string
  quarantinedAt: Date | null
  deletedAt: Date | null
}
const pausedColumns = {
  email: users.email,
  quarantinedAt: users.quarantinedAt,
  deletedAt: users.deletedAt,
} as const

/** Suspends an account that is open. Undefined where it is not. */
export async function suspendUnpaid(
  tx: Orm,
  userId: string,
  reason: string,
  at: Date,
): Promise<PausedPerson | undefined> {
  const [row] = await tx
    .update(users)
    .set({
      suspendedAt: at,
      suspensionReason: reason,
      suspendedUntil: null,
      suspendedByUserId: null,
      isSuspendedUnpaid: true,
    })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt), isNull(users.deletedAt)))
    .returning(pausedColumns)
  return row
}

/** Opens an account that was suspended for what it owed, and for nothing else. Undefined where there was none to open. */
export async function openPaid(tx: Orm, userId: string): Promise<PausedPerson | undefined> {
  const [row] = await tx
    .update(users)
    .set({
      suspendedAt: null,
      suspensionReason: null,
      suspendedUntil: null,
      suspendedByUserId: null,
      isSuspendedUnpaid: false,
    })
    .where(and(eq(users.id, userId), users.isSuspendedUnpaid, isNotNull(users.suspendedAt)))
    .returning(pausedColumns)
  return row
}
