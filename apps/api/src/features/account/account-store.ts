/** Queries on users and their sign-in identities. See docs/product/account.md#user. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isTransactionConflict, isUniqueViolation } from '../../db/database-errors.ts'
import type { Person } from '../../guard/caller.ts'
import { findPerson, personColumns } from '../../guard/person-store.ts'
import { identities } from '../sessions/identity-table.ts'
import { users } from './user-table.ts'

/** A user with the extra columns that the sign-in rules need. */
const accountColumns = {
  ...personColumns,
  emailKey: users.emailKey,
  isConfirmedByLinkOnly: users.isConfirmedByLinkOnly,
  isPictureCleared: users.isPictureCleared,
  deletedAt: users.deletedAt,
} as const

export interface Account extends Person {
  emailKey: string
  /** Null for accounts from before this was stored. */
  isConfirmedByLinkOnly: boolean | null
  isPictureCleared: boolean
  deletedAt: Date | null
}

/** Columns that a change to a user may set. */
export type PersonChange = Partial<typeof users.$inferInsert>

/** An identity that has signed in before, with its account. */
export interface KnownIdentity {
  status: IdentityStatus
  account: Account
}

export async function findIdentity(db: Orm, subject: string): Promise<KnownIdentity | undefined> {
  const [row] = await db
    .select({ status: identities.status, account: accountColumns })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(eq(identities.subject, subject))
    .for('update')
  return row
}

/** Finds the only active account with this verified address. */
export async function findVerifiedAccount(db: Orm, email: string): Promise<Account | undefined> {
  const rows = await db
    .select(accountColumns)
    .from(users)
    .where(and(inArray(users.emailKey, emailKeysOf(email)), users.emailVerified, isNull(users.deletedAt)))
    .for('update')
  // Two accounts of an earlier release may have different spellings of the domain.
  return rows.find(({ emailKey }) => emailKey === normalizeEmail(email)) ?? rows[0]
}

/** Finds the account with this verified address that was deleted after `since` and can still be restored. */
export async function findRestorableAccount(
  db: Orm,
  email: string,
  since: Date,
): Promise<Account | undefined> {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .where(and(inArray(users.emailKey, emailKeysOf(email)), users.emailVerified, gt(users.deletedAt, since)))
    .limit(1)
  return row
}

/**
 * Locks a user's account until the transaction ends. Returns false if the account does not exist. While the lock is
 * held the account cannot be deleted, and a later deletion sees the rows that this transaction adds. A transaction
 * that also locks a workspace must lock the workspace first, to avoid deadlocks.
 */
export async function lockPersonForKeyShare(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('key share')
  return row !== undefined
}

type AccountPauses = Pick<Person, 'quarantinedAt' | 'suspendedAt'>

/**
 * Locks a user's account and returns its pauses, or undefined for a deleted account. A transaction that pauses or deletes the account,
 * or ends its sessions, either comes first, or waits and then finds the rows that this transaction adds. Lock the workspace first if
 * there is one.
 */
export async function lockPausesForShare(tx: Orm, userId: string): Promise<AccountPauses | undefined> {
  const [row] = await tx
    .select({ quarantinedAt: users.quarantinedAt, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('share')
  return row
}

export async function insertPerson(db: Orm, person: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(person)
}

/** Writes only the given columns, so that saving a profile never lifts a quarantine. */
export async function updatePerson(
  db: Orm,
  userId: string,
  change: PersonChange,
): Promise<Person | undefined> {
  if (Object.keys(change).length === 0) return findPerson(db, userId)
  const [row] = await db
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning(personColumns)
  return row
}

/** Marks the profile as reviewed. A second call keeps the first date. */
export async function markReviewed(db: Orm, userId: string, now: Date): Promise<Person | undefined> {
  const [row] = await db
    .update(users)
    .set({ reviewedProfileAt: sql`coalesce(${users.reviewedProfileAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning(personColumns)
  return row
}

export type IdentityStatus = (typeof identities.$inferSelect)['status']

export interface IdentityRecord {
  subject: string
  userId: string
  status: IdentityStatus
  email: string
  isEmailVerified: boolean
}

/**
 * Records an identity that signs in for the first time. It is a plain insert: when a concurrent sign-in has already
 * inserted the identity, the insert violates the primary key and the caller retries. One identity therefore never
 * leads to two accounts.
 */
export async function insertIdentity(db: Orm, identity: IdentityRecord, now: Date): Promise<void> {
  await db.insert(identities).values({ ...identity, createdAt: now, lastSignInAt: now })
}

/** Records a sign-in of a known identity, and moves the identity to the given account. */
export async function updateIdentity(db: Orm, identity: IdentityRecord, now: Date): Promise<void> {
  const { subject, ...rest } = identity
  await db
    .update(identities)
    .set({ ...rest, lastSignInAt: now, removedAt: null })
    .where(eq(identities.subject, subject))
}

/** Deletes an account that no identity signs in to any more. It was never verified, so it owns nothing. */
export async function deleteEmptyAccount(db: Orm, userId: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ deletedAt: now })
    .where(
      and(
        eq(users.id, userId),
        eq(users.emailVerified, false),
        sql`not exists (select 1 from ${identities} where ${identities.userId} = ${userId})`,
      ),
    )
}

/**
 * Whether a concurrent sign-in caused the error, by a unique index or a deadlock. A retry finds the rows that the
 * other sign-in wrote.
 */
export const isConcurrentSignIn = (error: unknown): boolean =>
  isUniqueViolation(error) || isTransactionConflict(error)
