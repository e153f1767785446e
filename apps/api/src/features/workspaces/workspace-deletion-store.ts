/** Deletion is soft: it revokes all access to the workspace, but keeps its members so that it can be restored. */
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import type { ListPage } from '../../http/lists/list-page.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { isActiveToken } from '../tokens/token-store.ts'
import { authTokenKind, authTokens } from '../tokens/token-table.ts'
import { workspaces } from './workspace-table.ts'

/** One workspace of an owner, or all their workspaces if `workspaceId` is not set. */
interface OwnWorkspaces {
  ownerUserId: string
  workspaceId?: string
}

const isOneOf = ({ ownerUserId, workspaceId }: OwnWorkspaces) =>
  and(
    eq(workspaces.creatorUserId, ownerUserId),
    workspaceId === undefined ? undefined : eq(workspaces.id, workspaceId),
  )

/**
 * Deletes an owner's workspaces. Revokes their tokens and instance sessions, withdraws open invitations, and removes
 * ownership offers and hand-off codes. Call it under the locks of the workspaces.
 */
export async function deleteWorkspaces(tx: Orm, own: OwnWorkspaces, now: Date): Promise<void> {
  const { ownerUserId } = own
  await tx
    .update(workspaces)
    .set({ deletedAt: now, deletedByUserId: ownerUserId, token: '' })
    .where(and(isOneOf(own), isNull(workspaces.deletedAt)))
  const deleted = tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(isOneOf(own), eq(workspaces.deletedAt, now)))
  // One statement for each kind, because the indexes of a workspace's tokens are by kind.
  for (const kind of authTokenKind.enumValues)
    await tx
      .update(authTokens)
      .set({ revokedAt: now, revokedByUserId: ownerUserId })
      .where(and(inArray(authTokens.workspaceId, deleted), eq(authTokens.kind, kind), isActiveToken(now)))
  await tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: now })
    .where(and(inArray(workspaceInvitations.workspaceId, deleted), isOpen))
  await tx.delete(ownershipOffers).where(inArray(ownershipOffers.workspaceId, deleted))
  await tx.delete(handoffCodes).where(inArray(handoffCodes.workspaceId, deleted))
}

const isRestorable = (ownerUserId: string, since: Date) =>
  and(eq(workspaces.creatorUserId, ownerUserId), gt(workspaces.deletedAt, since))

export type DeletedWorkspaceKey = readonly [deletedAt: string, id: string]

/** Lists a page of an owner's workspaces that were deleted after `since`, newest deletion first. */
export async function listDeletedWorkspaces(
  db: Orm,
  { ownerUserId, since }: { ownerUserId: string; since: Date },
  { limit, after }: ListPage<DeletedWorkspaceKey>,
) {
  const rows = await db
    .select({ id: workspaces.id, displayName: workspaces.displayName, deletedAt: workspaces.deletedAt })
    .from(workspaces)
    .where(
      and(
        isRestorable(ownerUserId, since),
        after && sql`(${workspaces.deletedAt}, ${workspaces.id}) < (${after[0]}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(desc(workspaces.deletedAt), desc(workspaces.id))
    .limit(limit)
  return rows.flatMap(({ deletedAt, ...row }) => (deletedAt ? [{ ...row, deletedAt }] : []))
}
export type DeletedWorkspaceRow = Awaited<ReturnType<typeof listDeletedWorkspaces>>[number]

/** Counts an owner's workspaces that were deleted after `since`. */
export async function countDeletedWorkspaces(db: Orm, ownerUserId: string, since: Date): Promise<number> {
  return db.$count(workspaces, isRestorable(ownerUserId, since))
}

/** Restores a workspace that was deleted after `since`. Returns false when the owner has no such workspace. */
export async function restoreWorkspace(
  tx: Orm,
  own: { ownerUserId: string; workspaceId: string },
  since: Date,
): Promise<boolean> {
  const restored = await tx
    .update(workspaces)
    .set({ deletedAt: null, deletedByUserId: null })
    .where(and(isOneOf(own), gt(workspaces.deletedAt, since)))
    .returning({ id: workspaces.id })
  return restored.length > 0
}

/**
 * Restores the workspaces that were deleted together with their owner's account, but none that the owner had deleted
 * earlier. Returns the ids of the restored workspaces.
 */
export async function restoreWorkspacesDeletedAt(
  tx: Orm,
  ownerUserId: string,
  deletedAt: Date,
): Promise<string[]> {
  const restored = await tx
    .update(workspaces)
    .set({ deletedAt: null, deletedByUserId: null })
    .where(
      and(
        eq(workspaces.creatorUserId, ownerUserId),
        eq(workspaces.deletedByUserId, ownerUserId),
        eq(workspaces.deletedAt, deletedAt),
      ),
    )
    .returning({ id: workspaces.id })
  return restored.map(({ id }) => id)
}
