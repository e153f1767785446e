/** People and their sign-ins (RULES section 5). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isTransactionConflict, isUniqueViolation } from '../../db/database-errors.ts'
import { identities, users } from '../../db/schema/users.ts'
import type { Person } from '../../http/caller.ts'

/** The columns of a `Person`, for any query that joins one. */
export const personColumns = {
  id: users.id,
  email: users.email,
  emailVerified: users.emailVerified,
  auth0Id: users.auth0Id,
  firstName: users.firstName,
  lastName: users.lastName,
  nickname: users.nickname,
  pictureUrl: users.pictureUrl,
  discordUsername: users.discordUsername,
  githubUsername: users.githubUsername,
  agreedTosVersionId: users.agreedTosVersionId,
  reviewedProfileAt: users.reviewedProfileAt,
  defaultWorkspaceId: users.defaultWorkspaceId,
  quarantinedAt: users.quarantinedAt,
  suspendedAt: users.suspendedAt,
  quarantineReason: users.quarantineReason,
  suspensionReason: users.suspensionReason,
  signupAt: users.signupAt,
} as const

/** A person as rules about sign-in need them. */
const accountColumns = {
  ...personColumns,
  emailKey: users.emailKey,
  isPictureCleared: users.isPictureCleared,
  deletedAt: users.deletedAt,
} as const

export interface Account extends Person {
  emailKey: string
  isPictureCleared: boolean
  deletedAt: Date | null
}

/** Fields that a person may change. */
export type PersonChange = Partial<typeof users.$inferInsert>

export async function findPerson(db: Orm, userId: string): Promise<Person | undefined> {
  const [row] = await db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row
}

export async function findAccountBySubject(db: Orm, subject: string): Promise<Account | undefined> {
  const [row] = await db
    .select(accountColumns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(eq(identities.subject, subject))
    .for('update')
  return row
}

/** The account that a verified address leads to: at most one. */
export async function findVerifiedAccount(db: Orm, emailKey: string): Promise<Account | undefined> {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.emailKey, emailKey), users.emailVerified, isNull(users.deletedAt)))
    .for('update')
  return row
}

/**
 * Holds a person's account until the transaction ends, when it is there: it is not deleted while something of theirs is
 * made, and a deletion sees what was made. Whoever locks a workspace as well, locks that first.
 */
export async function holdPerson(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('key share')
  return row !== undefined
}

export async function insertPerson(db: Orm, person: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(person)
}

/** Writes only the columns given, so that a profile save can lift no quarantine. */
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

/** Marks the profile as reviewed; the first time stays. */
export async function markReviewed(db: Orm, userId: string, now: Date): Promise<Person | undefined> {
  const [row] = await db
    .update(users)
    .set({ reviewedProfileAt: sql`coalesce(${users.reviewedProfileAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning(personColumns)
  return row
}

export interface IdentityRecord {
  subject: string
  userId: string
  email: string
  isEmailVerified: boolean
}

/**
 * Records an identity that signs in for the first time. A plain insert: where a sign-in at the same moment was first, it
 * fails on the primary key and is tried again, so that one identity never leads to two accounts.
 */
export async function insertIdentity(db: Orm, identity: IdentityRecord, now: Date): Promise<void> {
  await db.insert(identities).values({ ...identity, createdAt: now, lastSignInAt: now })
}

/** Records a known identity's sign-in, and moves it to the account that its verified address belongs to. */
export async function updateIdentity(db: Orm, identity: IdentityRecord, now: Date): Promise<void> {
  const { subject, ...rest } = identity
  await db
    .update(identities)
    .set({ ...rest, lastSignInAt: now })
    .where(eq(identities.subject, subject))
}

/** An account that no sign-in leads to any more: it was never verified, so nothing hangs on it. */
export async function retireEmptyAccount(db: Orm, userId: string, now: Date): Promise<void> {
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

/** Two sign-ins at once meet in the unique indexes or in a deadlock: the same work, tried again, finds what the other made. */
export const metAnother = (error: unknown): boolean =>
  isUniqueViolation(error) || isTransactionConflict(error)
