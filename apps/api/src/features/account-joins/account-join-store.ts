/** Questions whether an account belongs to the owner of its address, and their answers. See docs/product/account.md#is-it-yours. */
import { accountJoinListMax, restorableMs } from '@portal/contract/limits'
import { and, desc, eq, gt, gte, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { accountJoins, pendingJoins } from './account-join-table.ts'

export async function insertPendingJoin(db: Orm, join: typeof pendingJoins.$inferInsert): Promise<void> {
  await db.insert(pendingJoins).values(join)
}

export async function findPendingJoin(db: Orm, secretHash: Uint8Array, now: Date) {
  const [row] = await db
    .select()
    .from(pendingJoins)
    .where(and(eq(pendingJoins.secretHash, secretHash), gt(pendingJoins.expiresAt, now)))
  return row
}

/** Records that the user said that the account is theirs. Returns false if the question has expired. */
export async function confirmPendingJoin(db: Orm, secretHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await db
    .update(pendingJoins)
    .set({ confirmedAt: now })
    .where(and(eq(pendingJoins.secretHash, secretHash), gt(pendingJoins.expiresAt, now)))
    .returning({ userId: pendingJoins.userId })
  return rows.length > 0
}

/** Consumes a question in one statement, so that it is answered once. */
export async function takePendingJoin(tx: Orm, secretHash: Uint8Array, now: Date) {
  const [row] = await tx
    .delete(pendingJoins)
    .where(and(eq(pendingJoins.secretHash, secretHash), gt(pendingJoins.expiresAt, now)))
    .returning()
  return row
}

/** Deletes every open question about an account, in any browser. */
export async function removePendingJoinsOf(tx: Orm, userId: string): Promise<void> {
  await tx.delete(pendingJoins).where(eq(pendingJoins.userId, userId))
}

/** The account that a question is about. */
export async function findJoinableAccount(db: Orm, userId: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), users.emailVerified, isNull(users.deletedAt)))
  return row
}

/** The linked identities of an account, the one that opened it first. */
export async function listLinkedSubjects(db: Orm, userId: string): Promise<string[]> {
  const rows = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.status, 'linked')))
    .orderBy(identities.createdAt, identities.subject)
  return rows.map(({ subject }) => subject)
}

const invitedBy = (userId: string) =>
  and(eq(workspaceInvitations.invitedByUserId, userId), isNull(workspaces.deletedAt))

/** The open invitations that a user sent. */
const listOpenInvitationsBy = (db: Orm, userId: string, limit: number) =>
  db
    .select({
      invitationId: workspaceInvitations.id,
      workspaceId: workspaces.id,
      workspaceName: workspaces.displayName,
      email: workspaceInvitations.email,
    })
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .where(and(invitedBy(userId), isOpen))
    .orderBy(workspaceInvitations.id)
    .limit(limit)

/** Whether a user accepted the invitation. Acceptances from before this was stored are found by the address. */
const hasAccepted = or(
  eq(users.id, workspaceInvitations.acceptedByUserId),
  and(isNull(workspaceInvitations.acceptedByUserId), eq(users.emailKey, workspaceInvitations.emailKey)),
)

/**
 * The members who joined with an invitation of a user, whatever their address is now. A member who left and was invited again by another
 * user is not one of them.
 */
export async function listMembersInvitedBy(db: Orm, userId: string, limit?: number) {
  const query = db
    .select({
      invitationId: workspaceInvitations.id,
      workspaceId: workspaces.id,
      workspaceName: workspaces.displayName,
      email: users.email,
      userId: users.id,
      role: workspaceMembers.role,
      joinedAt: workspaceMembers.joinedAt,
    })
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .innerJoin(users, and(hasAccepted, ne(users.id, userId)))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, users.id)),
    )
    .where(
      and(
        invitedBy(userId),
        gte(workspaceInvitations.acceptedAt, workspaceMembers.joinedAt),
        ne(workspaceMembers.role, 'OWNER'),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(workspaceInvitations.id)
  return limit === undefined ? query : query.limit(limit)
}

/** The people whom the page lists. */
export async function listPeopleInvitedBy(db: Orm, userId: string) {
  const members = await listMembersInvitedBy(db, userId, accountJoinListMax)
  const open = await listOpenInvitationsBy(db, userId, accountJoinListMax - members.length)
  return [
    ...members.map((row) => ({ ...row, isMember: true })),
    ...open.map((row) => ({ ...row, isMember: false })),
  ]
}

export async function insertAccountJoin(tx: Orm, join: typeof accountJoins.$inferInsert): Promise<void> {
  await tx.insert(accountJoins).values(join)
}

const isUndoable = (userId: string, since: Date) =>
  and(
    eq(accountJoins.userId, userId),
    isNotNull(accountJoins.before),
    isNull(accountJoins.undoneAt),
    gt(accountJoins.at, since),
  )

/** The latest answer that handed an account over after `since`, unless staff have undone it. */
export async function findUndoableJoin(db: Orm, userId: string, since: Date) {
  const [row] = await db
    .select()
    .from(accountJoins)
    .where(isUndoable(userId, since))
    .orderBy(desc(accountJoins.id))
    .limit(1)
  return row
}

export const undoableSince = (now: Date) => new Date(now.getTime() - restorableMs)

export async function markJoinUndone(tx: Orm, id: string, byUserId: string, at: Date): Promise<void> {
  await tx
    .update(accountJoins)
    .set({ undoneAt: at, undoneByUserId: byUserId, before: null })
    .where(eq(accountJoins.id, id))
}
