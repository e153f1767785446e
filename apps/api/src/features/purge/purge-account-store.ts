/**
 * Erases accounts that can no longer be restored. An empty row remains, so that its id in other rows identifies no
 * user.
 */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { deleteInChunks, updateInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { idempotencyKeys } from '../../guard/idempotency-table.ts'
import { users } from '../account/user-table.ts'
import { accountJoins, pendingJoins } from '../account-joins/account-join-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { billingAccounts } from '../billing/billing-table.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { tosAgreements } from '../legal/legal-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { refreshTokens } from '../oauth/oauth-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { signInDevices } from '../sign-in/sign-in-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import {
  type Addresses,
  eraseInvitationsTo,
  eraseSearchedAddress,
  findAddresses,
  namesOwnAddress,
  wholeAddress,
} from './purge-address-store.ts'
import { deleteTokens } from './purge-token-store.ts'

/** Accounts that have already been erased have no address. */
const isErasable = (before: Date) => and(lte(users.deletedAt, before), ne(users.emailKey, ''))

/** The customer is needed to end the subscription, so the account is kept until then. */
const hasSubscription = (db: Orm, liveSubscriptions: readonly string[]) =>
  db
    .select({ one: sql`1` })
    .from(billingAccounts)
    .where(
      and(
        eq(billingAccounts.userId, users.id),
        inArray(billingAccounts.subscriptionStatus, [...liveSubscriptions]),
      ),
    )

export interface ErasableSearch {
  /** Finds accounts that were deleted at this time or earlier. */
  before: Date
  /** Accounts with a subscription in one of these states are not erasable yet. */
  liveSubscriptions: readonly string[]
  skipped: readonly string[]
  limit: number
}

/** Lists accounts that can be erased, earliest deletion first. */
export async function listErasableAccounts(db: Orm, search: ErasableSearch): Promise<string[]> {
  const { before, liveSubscriptions, skipped, limit } = search
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isErasable(before),
        notInArray(users.id, [...skipped]),
        notExists(hasSubscription(db, liveSubscriptions)),
      ),
    )
    .orderBy(users.deletedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Erases the rows that an account can have in any number. The account can no longer be restored. */
export async function eraseAccountRows(db: Orm, userId: string): Promise<void> {
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!account) return
  const { spellings } = await findAddresses(db, userId, account.email)
  const current = [account.email, ...emailKeysOf(account.email)]
  const own = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  await deleteInChunks(db, handoffCodes, eq(handoffCodes.userId, userId))
  await deleteInChunks(db, handoffCodes, inArray(handoffCodes.sessionId, own))
  await deleteTokens(db, and(eq(authTokens.userId, userId), isNull(authTokens.serviceAccountId)))
  await deleteTokens(db, inArray(authTokens.sessionId, own))
  await deleteInChunks(db, refreshTokens, inArray(refreshTokens.sessionId, own))
  await deleteInChunks(db, sessions, eq(sessions.userId, userId))
  const acted = await db
    .selectDistinct({ id: workspaceActivity.workspaceId })
    .from(workspaceActivity)
    .where(eq(workspaceActivity.actorUserId, userId))
  for (const { id } of acted)
    await updateInChunks(
      db,
      workspaceActivity,
      sql`subject = null`,
      and(
        eq(workspaceActivity.workspaceId, id),
        inArray(workspaceActivity.subject, spellings),
        // Earlier addresses are found again when the account is erased, so their activities come last.
        or(
          inArray(workspaceActivity.subject, current),
          not(sql`coalesce(${namesOwnAddress(userId)}, false)`),
        ),
      ),
    )
  await updateInChunks(
    db,
    workspaceActivity,
    sql`ip_address = null`,
    and(eq(workspaceActivity.actorUserId, userId), isNotNull(workspaceActivity.ipAddress)),
  )
  await updateInChunks(
    db,
    staffRecords,
    sql`before = null, after = null, reason = null`,
    and(
      eq(staffRecords.aboutUserId, userId),
      or(isNotNull(staffRecords.before), isNotNull(staffRecords.after), isNotNull(staffRecords.reason)),
    ),
  )
  await updateInChunks(
    db,
    staffRecords,
    sql`ip_address = null`,
    and(eq(staffRecords.staffUserId, userId), isNotNull(staffRecords.ipAddress)),
  )
}

/** Erases all personal data of an account. No-op if another process has already erased it. */
export async function eraseAccount(tx: Orm, userId: string, before: Date): Promise<void> {
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isErasable(before)))
    .for('update')
  if (!account) return
  const addresses = await findAddresses(tx, userId, account.email)
  await eraseAccess(tx, userId)
  await eraseRecords(tx, userId, addresses)
  for (const emailKey of addresses.emailKeys) await eraseInvitationsTo(tx, userId, emailKey)
  await tx.delete(billingAccounts).where(eq(billingAccounts.userId, userId))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  await tx.delete(tosAgreements).where(eq(tosAgreements.userId, userId))
  await tx.delete(workspaceMembers).where(eq(workspaceMembers.userId, userId))
  await tx
    .update(users)
    .set({
      email: '',
      emailKey: '',
      emailVerified: false,
      auth0Id: null,
      firstName: null,
      lastName: null,
      nickname: null,
      pictureUrl: null,
      discordUsername: null,
      githubUsername: null,
      agreedTosVersionId: null,
      defaultWorkspaceId: null,
      quarantineReason: null,
      suspensionReason: null,
    })
    .where(eq(users.id, userId))
}

/** Also deletes hand-off codes and tokens of sessions that moved here from another account. */
async function eraseAccess(tx: Orm, userId: string): Promise<void> {
  const own = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  await tx
    .delete(handoffCodes)
    .where(or(eq(handoffCodes.userId, userId), inArray(handoffCodes.sessionId, own)))
  const ownTokens = and(eq(authTokens.userId, userId), isNull(authTokens.serviceAccountId))
  await tx.delete(authTokens).where(or(ownTokens, inArray(authTokens.sessionId, own)))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await tx.delete(identities).where(eq(identities.userId, userId))
  await tx.delete(signInDevices).where(eq(signInDevices.userId, userId))
  await tx.delete(pendingJoins).where(eq(pendingJoins.userId, userId))
  await tx.delete(accountJoins).where(eq(accountJoins.userId, userId))
  await tx
    .delete(ownershipOffers)
    .where(or(eq(ownershipOffers.toUserId, userId), eq(ownershipOffers.fromUserId, userId)))
}

/**
 * Keeps the records of actions that others may still read, with their dates and the anonymous id. Removes personal
 * data from them.
 */
async function eraseRecords(tx: Orm, userId: string, { spellings, emailKeys }: Addresses): Promise<void> {
  const acted = tx
    .select({ id: workspaceActivity.workspaceId })
    .from(workspaceActivity)
    .where(eq(workspaceActivity.actorUserId, userId))
  const invited = tx
    .select({ id: workspaceInvitations.workspaceId })
    .from(workspaceInvitations)
    .where(inArray(workspaceInvitations.emailKey, emailKeys))
  const pattern = wholeAddress(spellings)
  await tx
    .update(workspaceActivity)
    .set({
      subject: sql`regexp_replace(${workspaceActivity.subject}, ${pattern}, ${'\\1a deleted account'}, 'gi')`,
    })
    .where(
      and(
        or(inArray(workspaceActivity.workspaceId, acted), inArray(workspaceActivity.workspaceId, invited)),
        sql`${workspaceActivity.subject} ~* ${pattern}`,
      ),
    )
  for (const emailKey of emailKeys) await eraseSearchedAddress(tx, emailKey)
  await tx
    .update(workspaceActivity)
    .set({ ipAddress: null })
    .where(and(eq(workspaceActivity.actorUserId, userId), isNotNull(workspaceActivity.ipAddress)))
  await tx
    .update(staffRecords)
    .set({ before: null, after: null, reason: null })
    .where(
      and(
        eq(staffRecords.aboutUserId, userId),
        or(isNotNull(staffRecords.before), isNotNull(staffRecords.after), isNotNull(staffRecords.reason)),
      ),
    )
  await tx
    .update(staffRecords)
    .set({ ipAddress: null })
    .where(and(eq(staffRecords.staffUserId, userId), isNotNull(staffRecords.ipAddress)))
}
