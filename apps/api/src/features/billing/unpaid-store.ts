/** Accounts with unpaid invoices, and suspensions because of them. See docs/product/billing.md#unpaid-accounts. */
import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'
import { billingAccounts } from './billing-table.ts'

/** Suspensions that staff ended manually since the account's invoice became due. */
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
 * Lists active accounts with an invoice unpaid since `dueBefore` or earlier, longest overdue first. Skips an account
 * that staff have reactivated since the invoice became due: staff gave it more time, so it stays active until that
 * invoice is paid and another one becomes due.
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

/** Whether staff have reactivated the account since its invoice became due. */
export async function hasExtraTime(db: Orm, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(and(eq(billingAccounts.userId, userId), notExists(endsByStaff(db, userId))))
  return rows.length === 0
}

/**
 * Locks the account's billing row and returns since when an invoice has been unpaid. Returns undefined when that is
 * later than `dueBefore` or when staff gave the account more time. Payments are not recorded and the billing row does
 * not change until the transaction ends. A transaction that also locks the user must lock billing first.
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

const pausedColumns = {
  email: users.email,
  quarantinedAt: users.quarantinedAt,
  deletedAt: users.deletedAt,
} as const

/** Suspends an active account. Returns undefined if the account is not active. */
export async function suspendUnpaid(tx: Orm, userId: string, reason: string, at: Date) {
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

const suspendedUnpaid = (userId: string) =>
  and(eq(users.id, userId), users.isSuspendedUnpaid, isNotNull(users.suspendedAt))

/** Whether the account is suspended only because of an unpaid invoice. */
export async function isSuspendedUnpaid(db: Orm, userId: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(suspendedUnpaid(userId))
  return rows.length > 0
}

/**
 * Reactivates an account that was suspended only because of an unpaid invoice. Returns undefined if there is no such
 * account.
 */
export async function reactivatePaid(tx: Orm, userId: string) {
  const [row] = await tx
    .update(users)
    .set({
      suspendedAt: null,
      suspensionReason: null,
      suspendedUntil: null,
      suspendedByUserId: null,
      isSuspendedUnpaid: false,
    })
    .where(suspendedUnpaid(userId))
    .returning(pausedColumns)
  return row
}
