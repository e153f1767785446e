/** Deletion is soft: everything that opens a workspace ends with it, and its members stay for a restoration. */
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { ownershipOffers, workspaceInvitations } from '../../db/schema/invitations.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { handoffCodes, workspaces } from '../../db/schema/workspaces.ts'

/** One workspace of an owner, or all of them. */
export interface OwnWorkspaces {
  ownerUserId: string
  workspaceId?: string
}

const areOwn = ({ ownerUserId, workspaceId }: OwnWorkspaces) =>
  and(
    eq(workspaces.creatorUserId, ownerUserId),
    workspaceId === undefined ? undefined : eq(workspaces.id, workspaceId),
  )

/**
 * Deletes an owner's workspaces: tokens and instance sessions are dead at once, open invitations are withdrawn, the
 * ownership offer and codes under way are gone. Call it under the locks of the workspaces.
 */
export async function deleteWorkspaces(tx: Orm, own: OwnWorkspaces, now: Date): Promise<void> {
  const { ownerUserId } = own
  await tx
    .update(workspaces)
    .set({ deletedAt: now, deletedByUserId: ownerUserId })
    .where(and(areOwn(own), isNull(workspaces.deletedAt)))
  const gone = tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(areOwn(own), eq(workspaces.deletedAt, now)))
  await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: ownerUserId })
    .where(and(inArray(authTokens.workspaceId, gone), isNull(authTokens.revokedAt)))
  await tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: now })
    .where(
      and(
        inArray(workspaceInvitations.workspaceId, gone),
        isNull(workspaceInvitations.acceptedAt),
        isNull(workspaceInvitations.declinedAt),
        isNull(workspaceInvitations.withdrawnAt),
      ),
    )
  await tx.delete(ownershipOffers).where(inArray(ownershipOffers.workspaceId, gone))
  await tx.delete(handoffCodes).where(inArray(handoffCodes.workspaceId, gone))
}

const columns = {
  id: workspaces.id,
  displayName: workspaces.displayName,
  deletedAt: workspaces.deletedAt,
} as const

/** An owner's workspaces that were deleted after `since`, the last deleted first. */
export async function listDeletedWorkspaces(db: Orm, ownerUserId: string, since: Date) {
  const rows = await db
    .select(columns)
    .from(workspaces)
    .where(and(eq(workspaces.creatorUserId, ownerUserId), gt(workspaces.deletedAt, since)))
    .orderBy(desc(workspaces.deletedAt), desc(workspaces.id))
  return rows.flatMap(({ deletedAt, ...row }) => (deletedAt ? [{ ...row, deletedAt }] : []))
}

/** Brings one back that was deleted after `since`. False when it is not there, not theirs, or late. */
export async function restoreWorkspace(
  tx: Orm,
  own: { ownerUserId: string; workspaceId: string },
  since: Date,
): Promise<boolean> {
  const restored = await tx
    .update(workspaces)
    .set({ deletedAt: null, deletedByUserId: null })
    .where(and(areOwn(own), gt(workspaces.deletedAt, since)))
    .returning({ id: workspaces.id })
  return restored.length > 0
}

/** Brings back what went with an owner's account, and nothing that they had deleted before. Their ids. */
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
