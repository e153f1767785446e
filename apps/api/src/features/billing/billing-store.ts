/** A user's billing row: the details they entered and the last state read from the provider. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { users } from '../account/user-table.ts'
import { billingAccounts, billingEvents } from './billing-table.ts'

export type BillingAccount = typeof billingAccounts.$inferSelect

/** The columns that the user enters. */
export type DetailsChange = Partial<
  Pick<
    BillingAccount,
    | 'firstName'
    | 'lastName'
    | 'legalName'
    | 'legalNumber'
    | 'taxIdentificationNumber'
    | 'phoneNumber'
    | 'addressLine1'
    | 'addressLine2'
    | 'zipCode'
    | 'city'
    | 'state'
    | 'country'
  >
>

/** The columns that come from the provider. */
export type StateChange = Pick<
  BillingAccount,
  | 'hasPaymentDetails'
  | 'subscriptionId'
  | 'subscriptionStatus'
  | 'planCode'
  | 'isTrial'
  | 'endingAt'
  | 'isCanceled'
  | 'isFreeTierExceeded'
  | 'unpaidSince'
  | 'liveSubscriptionCount'
>

export async function findBilling(db: Orm, userId: string): Promise<BillingAccount | undefined> {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.userId, userId))
  return row
}

export async function findBillingOfCustomer(
  db: Orm,
  customerId: string,
): Promise<BillingAccount | undefined> {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.customerId, customerId))
  return row
}

export async function saveDetails(
  db: Orm,
  userId: string,
  details: DetailsChange,
  now: Date,
): Promise<BillingAccount> {
  const change = { ...details, detailsSavedAt: now }
  const [row] = await db
    .insert(billingAccounts)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: billingAccounts.userId, set: change })
    .returning()
  if (!row) throw new Error('The database returned no row')
  return row
}

async function tryToLink(db: Orm, userId: string, customerId: string): Promise<boolean> {
  try {
    await db
      .insert(billingAccounts)
      .values({ userId, customerId })
      .onConflictDoUpdate({ target: billingAccounts.userId, set: { customerId } })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * Stores the customer of a user. Two concurrent inserts of the same row can violate the unique index on the customer,
 * which the conflict clause does not cover. The second attempt then finds the row.
 * @returns false if the customer belongs to another user
 */
export async function linkCustomer(db: Orm, userId: string, customerId: string): Promise<boolean> {
  return (await tryToLink(db, userId, customerId)) || tryToLink(db, userId, customerId)
}

/** Lists the accounts whose customer has several live subscriptions. */
export async function listDoubleSubscribed(db: Orm, limit: number) {
  return db
    .select({
      userId: billingAccounts.userId,
      customerId: billingAccounts.customerId,
      liveSubscriptionCount: billingAccounts.liveSubscriptionCount,
    })
    .from(billingAccounts)
    .where(gt(billingAccounts.liveSubscriptionCount, 1))
    .orderBy(billingAccounts.userId)
    .limit(limit)
}

/** Returns the database's clock. All processes share it, so it can order their reads. */
export async function databaseNow(db: Orm): Promise<Date> {
  const [row] = await db.select({ at: sql<string | Date>`clock_timestamp()` }).from(sql`(select 1) as one`)
  if (!row) throw new Error('The database returned no row')
  return new Date(row.at)
}

/**
 * Stores a state read from the provider. No-op if the stored state was requested later.
 * @returns the user id if the state was written
 */
export async function writeState(
  db: Orm,
  customerId: string,
  state: StateChange,
  askedAt: Date,
): Promise<string | undefined> {
  const [row] = await db
    .update(billingAccounts)
    .set({ ...state, stateAt: askedAt })
    .where(
      and(
        eq(billingAccounts.customerId, customerId),
        or(isNull(billingAccounts.stateAt), lte(billingAccounts.stateAt, askedAt)),
      ),
    )
    .returning({ userId: billingAccounts.userId })
  return row?.userId
}

export async function isEventRecorded(db: Orm, id: string): Promise<boolean> {
  const [row] = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, id))
  return row !== undefined
}

export async function recordEvent(db: Orm, id: string, type: string, takenAt: Date): Promise<void> {
  await db.insert(billingEvents).values({ id, type, takenAt }).onConflictDoNothing()
}

/**
 * Accounts whose subscription should have ended, or that have an unpaid amount, in the order of their ids. Their customer at the
 * provider has probably changed.
 */
export async function listAccountsToReconcile(
  db: Orm,
  { now, liveStatuses, after, limit }: ReconciledSpan,
): Promise<string[]> {
  const isOverdue = and(
    lt(billingAccounts.endingAt, now),
    inArray(billingAccounts.subscriptionStatus, [...liveStatuses]),
  )
  const rows = await db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(
      and(
        isNotNull(billingAccounts.customerId),
        gt(billingAccounts.userId, after),
        or(isOverdue, isNotNull(billingAccounts.unpaidSince)),
      ),
    )
    .orderBy(asc(billingAccounts.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

interface ReconciledSpan {
  now: Date
  liveStatuses: readonly string[]
  after: string
  limit: number
}

/** Closed accounts: deleted, or suspended without an end date. See docs/product/billing.md#closed-accounts. */
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
