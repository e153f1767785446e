/** The identities of one account. */
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { identities } from './identity-table.ts'

/** Includes identities that wait for approval, but not removed ones. */
export async function listIdentities(db: Orm, userId: string) {
  return db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), ne(identities.status, 'removed')))
    .orderBy(identities.createdAt)
}

/**
 * Locks an account and its identities until the transaction ends, so that two concurrent removals never remove the last
 * one. Removed identities are left out.
 */
export async function lockIdentities(tx: Orm, userId: string) {
  const rows = await tx
    .select({
      subject: identities.subject,
      status: identities.status,
      email: users.email,
      emailVerified: users.emailVerified,
    })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(users.id, userId), isNull(users.deletedAt), ne(identities.status, 'removed')))
    .orderBy(identities.createdAt, identities.subject)
    .for('update')
  return { email: rows[0]?.email ?? '', emailVerified: rows[0]?.emailVerified ?? false, identities: rows }
}

export async function linkIdentity(tx: Orm, subject: string): Promise<void> {
  await tx.update(identities).set({ status: 'linked' }).where(eq(identities.subject, subject))
}

/** Only the account's own identity can change the account's address, so another identity takes over that role. */
export async function markIdentityRemoved(
  tx: Orm,
  { userId, subject, remaining }: { userId: string; subject: string; remaining: string },
  at: Date,
): Promise<void> {
  await tx.update(identities).set({ status: 'removed', removedAt: at }).where(eq(identities.subject, subject))
  await tx
    .update(users)
    .set({ auth0Id: remaining })
    .where(and(eq(users.id, userId), eq(users.auth0Id, subject)))
}
