/** Erases workspaces and accounts that can no longer be restored. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import { and, eq, inArray, lte, ne, not, notExists, or, sql } from 'drizzle-orm'
import { updateInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { billingAccounts } from '../billing/billing-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { type Batch, eraseRow, listOldest } from './erasure-store.ts'
import {
  type Addresses,
  eraseInvitationsTo,
  eraseSearchedAddress,
  findAddresses,
  namesOwnAddress,
  wholeAddress,
} from './purge-address-store.ts'

/** Lists workspaces that were deleted at `before` or earlier, earliest deletion first. */
export const listRemovableWorkspaces = (db: Orm, before: Date, batch: Batch) =>
  listOldest(db, workspaces, workspaces.deletedAt, lte(workspaces.deletedAt, before), batch)

/** Deletes a workspace and everything that belongs to it. No-op if another process has already deleted it. */
export const removeWorkspace = (db: Orm, workspaceId: string, before: Date) =>
  eraseRow(db, workspaces, workspaceId, lte(workspaces.deletedAt, before), async (tx) => {
    const isThis = eq(workspaces.id, workspaceId)
    const owner = tx.select({ id: workspaces.creatorUserId }).from(workspaces).where(isThis)
    await tx
      .update(users)
      .set({ defaultWorkspaceId: null })
      .where(and(inArray(users.id, owner), eq(users.defaultWorkspaceId, workspaceId)))
    await tx.delete(workspaces).where(isThis)
  })

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

/**
 * Lists accounts that were deleted at `before` or earlier and have no subscription in one of these states, earliest deletion first.
 */
export const listErasableAccounts = (
  db: Orm,
  before: Date,
  liveSubscriptions: readonly string[],
  batch: Batch,
) => {
  const where = and(isErasable(before), notExists(hasSubscription(db, liveSubscriptions)))
  return listOldest(db, users, users.deletedAt, where, batch)
}

/**
 * Erases all personal data of an account. An empty row remains, so that its id in other rows identifies no user. Others can still read
 * what the user did. No-op if another process has already erased the account.
 */
export async function eraseAccount(db: Orm, userId: string, before: Date): Promise<void> {
  const [account] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isErasable(before)))
  if (!account) return
  await eraseSubjects(db, userId, account.email)
  await eraseRow(db, users, userId, isErasable(before), async (tx) => {
    const addresses = await findAddresses(tx, userId, account.email)
    await replaceAddresses(tx, userId, addresses)
    for (const emailKey of addresses.emailKeys) {
      await eraseSearchedAddress(tx, emailKey)
      await eraseInvitationsTo(tx, userId, emailKey)
    }
    await tx.delete(identities).where(eq(identities.userId, userId))
    await emptyAccount(tx, userId)
  })
}

/** Empties the subjects that are an address of the account. An account can have any number of them. */
async function eraseSubjects(db: Orm, userId: string, email: string): Promise<void> {
  const { spellings } = await findAddresses(db, userId, email)
  const current = [email, ...emailKeysOf(email)]
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
        // Earlier addresses are found again in the transaction, so their activities come last.
        or(
          inArray(workspaceActivity.subject, current),
          not(sql`coalesce(${namesOwnAddress(userId)}, false)`),
        ),
      ),
    )
}

/** Replaces the addresses in the activity of workspaces where the user acted or was invited. */
async function replaceAddresses(tx: Orm, userId: string, { spellings, emailKeys }: Addresses): Promise<void> {
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
}

async function emptyAccount(tx: Orm, userId: string): Promise<void> {
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
