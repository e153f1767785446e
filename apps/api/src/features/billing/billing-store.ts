/** A person's billing: what they typed, and what the provider said last (RULES section 8). */
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { prepared } from '../../db/prepared.ts'
import { billingAccounts, billingEvents } from '../../db/schema/billing.ts'

export type BillingAccount = typeof billingAccounts.$inferSelect

/** The columns that a person types. */
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

/** The columns that the provider tells. */
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
>

export async function findBilling(db: Orm, userId: string): Promise<BillingAccount | undefined> {
  const query = prepared(db, 'billing_by_user', (orm, name) =>
    orm
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.userId, sql.placeholder('userId')))
      .prepare(name),
  )
  const [row] = await query.execute({ userId })
  return row
}

export async function findBillingOfCustomer(
  db: Orm,
  customerId: string,
): Promise<BillingAccount | undefined> {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.customerId, customerId))
  return row
}

/** Writes only the columns given. A name that is neither given nor stored is taken from the profile. */
export async function saveDetails(
  db: Orm,
  person: { id: string; firstName: string | null; lastName: string | null },
  details: DetailsChange,
  now: Date,
): Promise<BillingAccount> {
  const { id: userId, firstName, lastName } = person
  const change = { ...details, detailsSavedAt: now }
  const [row] = await db
    .insert(billingAccounts)
    .values({ userId, firstName, lastName, ...change })
    .onConflictDoUpdate({
      target: billingAccounts.userId,
      set: {
        firstName: sql`coalesce(${billingAccounts.firstName}, ${firstName}::text)`,
        lastName: sql`coalesce(${billingAccounts.lastName}, ${lastName}::text)`,
        ...change,
      },
    })
    .returning()
  if (!row) throw new Error('the database returned no row')
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
 * Notes a person's customer. Two that insert the same row at once may meet at the customer's index, of which the conflict
 * clause knows nothing, before they meet at the person's: the second attempt finds the row there.
 * @returns false when the customer is somebody else's
 */
export async function linkCustomer(db: Orm, userId: string, customerId: string): Promise<boolean> {
  return (await tryToLink(db, userId, customerId)) || tryToLink(db, userId, customerId)
}

/** The database's clock: the same for all processes, so that it can order what they read. */
export async function databaseNow(db: Orm): Promise<Date> {
  const [row] = await db.select({ at: sql<string | Date>`clock_timestamp()` }).from(sql`(select 1) as one`)
  if (!row) throw new Error('the database returned no row')
  return new Date(row.at)
}

/**
 * Writes what the provider said; what was asked earlier than what stands there changes nothing.
 * @returns whose state it is, when it was written
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

export async function isEventTaken(db: Orm, id: string): Promise<boolean> {
  const [row] = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, id))
  return row !== undefined
}

export async function recordEvent(db: Orm, id: string, type: string, takenAt: Date): Promise<void> {
  await db.insert(billingEvents).values({ id, type, takenAt }).onConflictDoNothing()
}

/** No delivery is repeated after so long. */
export async function removeOldEvents(db: Orm, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.takenAt, before))
}

/** Customers whose trial or subscription should be over by now, and who still have it here. */
export async function listOverdueCustomers(
  db: Orm,
  now: Date,
  liveStatuses: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ customerId: billingAccounts.customerId })
    .from(billingAccounts)
    .where(
      and(lt(billingAccounts.endingAt, now), inArray(billingAccounts.subscriptionStatus, [...liveStatuses])),
    )
    .orderBy(billingAccounts.endingAt)
    .limit(limit)
  return rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
}

/** Customers who owe something here; those first that were not asked about for longest. */
export async function listOwingCustomers(db: Orm, limit: number): Promise<string[]> {
  const rows = await db
    .select({ customerId: billingAccounts.customerId })
    .from(billingAccounts)
    .where(isNotNull(billingAccounts.unpaidSince))
    .orderBy(asc(billingAccounts.stateAt))
    .limit(limit)
  return rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
}
