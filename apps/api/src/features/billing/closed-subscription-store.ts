/** Closed accounts: deleted, or suspended without an end date. See docs/product/billing.md#closed-accounts. */
import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { billingAccounts } from './billing-table.ts'

const isClosed = or(
  isNotNull(users.deletedAt),
  and(isNotNull(users.suspendedAt), isNull(users.suspendedUntil)),
)

/** Lists closed accounts that have a customer, by id, after the id `after`. */
export async function listClosedCustomers(db: Orm, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .innerJoin(users, eq(users.id, billingAccounts.userId))
    .where(and(isClosed, isNotNull(billingAccounts.customerId), gt(billingAccounts.userId, after)))
    .orderBy(asc(billingAccounts.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/**
 * Returns the customer of a closed account. `isOpenedByPayment` says that the account is closed only because of an unpaid invoice, so
 * that a payment reactivates it. Returns undefined for an account that is open or has no customer.
 */
export async function findClosedCustomer(db: Orm, userId: string) {
  const [row] = await db
    .select({
      customerId: billingAccounts.customerId,
      deletedAt: users.deletedAt,
      isSuspendedUnpaid: users.isSuspendedUnpaid,
    })
    .from(billingAccounts)
    .innerJoin(users, eq(users.id, billingAccounts.userId))
    .where(and(eq(users.id, userId), isClosed))
  if (!row?.customerId) return undefined
  const isDeleted = row.deletedAt !== null
  return { customerId: row.customerId, isDeleted, isOpenedByPayment: row.isSuspendedUnpaid && !isDeleted }
}
