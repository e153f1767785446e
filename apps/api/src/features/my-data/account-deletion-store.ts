/** Queries for deleting an account. See docs/product/account.md#deleting-the-account. */
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const isOwn = (userId: string) => and(eq(workspaces.creatorUserId, userId), isNull(workspaces.deletedAt))

/** Lists the workspaces that a user owns, by id. The member count includes the owner. */
export async function listOwnWorkspaces(db: Orm, userId: string) {
  return db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      memberCount: sql<number>`(select count(*)::int from workspace_members others where others.workspace_id = ${workspaces.id})`,
    })
    .from(workspaces)
    .where(isOwn(userId))
    .orderBy(workspaces.id)
}
export type OwnWorkspace = Awaited<ReturnType<typeof listOwnWorkspaces>>[number]

/** Lists the workspaces of other owners that a user is a member of, by id. */
export async function listJoinedWorkspaces(db: Orm, userId: string) {
  return db
    .select({ id: workspaces.id, displayName: workspaces.displayName })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(
      and(
        eq(workspaceMembers.userId, userId),
        ne(workspaceMembers.role, 'OWNER'),
        isNull(workspaces.deletedAt),
      ),
    )
    .orderBy(workspaces.id)
}

/**
 * Locks the user's own workspaces in id order and returns their ids. No user can join them and no ownership can move
 * until the transaction ends.
 */
export async function lockOwnWorkspaces(tx: Orm, userId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isOwn(userId))
    .orderBy(workspaces.id)
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks the account. Call it after locking the workspaces. Nothing new can be added to the account. Returns false if
 * it is already deleted.
 */
export async function lockAccountForDeletion(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  return row !== undefined
}

/** Removes the user from every workspace they do not own. Returns the ids of those that are not deleted. */
export async function leaveAllWorkspaces(tx: Orm, userId: string): Promise<string[]> {
  const left = await tx
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, userId), ne(workspaceMembers.role, 'OWNER')))
    .returning({
      workspaceId: workspaceMembers.workspaceId,
      isThere: sql<boolean>`exists (select 1 from workspaces w where w.id = ${workspaceMembers.workspaceId} and w.deleted_at is null)`,
    })
  return left.flatMap(({ workspaceId, isThere }) => (isThere ? [workspaceId] : []))
}

/** Ends every session, token, hand-off code and ownership offer of a user. Tokens of service accounts continue to work. */
export async function endAllAccess(tx: Orm, userId: string, now: Date): Promise<void> {
  await endSessionsOf(tx, { userId }, now)
  await revokeTokensOf(tx, { userId, serviceAccountId: null }, userId, now)
  await tx.delete(handoffCodes).where(eq(handoffCodes.userId, userId))
  await tx
    .delete(ownershipOffers)
    .where(or(eq(ownershipOffers.toUserId, userId), eq(ownershipOffers.fromUserId, userId)))
}

export async function markAccountDeleted(tx: Orm, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ deletedAt: now }).where(eq(users.id, userId))
}
