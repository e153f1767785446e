/** Permanently deletes workspaces that can no longer be restored. */
import { and, eq, inArray, lte, notInArray } from 'drizzle-orm'
import { deleteInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { invitationCodes, workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { exchangeCounts, tokenExchanges } from '../trust-rules/exchange-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { deleteTokens } from './purge-token-store.ts'

/** Lists workspaces that were deleted at `before` or earlier, earliest deletion first, without those of `skipped`. */
export async function listRemovableWorkspaces(
  db: Orm,
  before: Date,
  skipped: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(lte(workspaces.deletedAt, before), notInArray(workspaces.id, [...skipped])))
    .orderBy(workspaces.deletedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

const invitationsOf = (db: Orm, workspaceId: string) =>
  db
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .where(eq(workspaceInvitations.workspaceId, workspaceId))

/** Deletes the rows that a workspace can have in any number. The workspace can no longer be restored. */
export async function removeWorkspaceRows(db: Orm, workspaceId: string): Promise<void> {
  await deleteInChunks(db, handoffCodes, eq(handoffCodes.workspaceId, workspaceId))
  await deleteTokens(db, eq(authTokens.workspaceId, workspaceId))
  await deleteInChunks(db, workspaceActivity, eq(workspaceActivity.workspaceId, workspaceId))
  await deleteInChunks(
    db,
    invitationCodes,
    inArray(invitationCodes.invitationId, invitationsOf(db, workspaceId)),
  )
  await deleteInChunks(db, workspaceInvitations, eq(workspaceInvitations.workspaceId, workspaceId))
  await deleteInChunks(db, workspaceMembers, eq(workspaceMembers.workspaceId, workspaceId))
}

/** Deletes a workspace and everything that belongs to it. No-op if another process has already deleted it. */
export async function removeWorkspace(tx: Orm, workspaceId: string, before: Date): Promise<void> {
  const [workspace] = await tx
    .select({ ownerUserId: workspaces.creatorUserId })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), lte(workspaces.deletedAt, before)))
    .for('update')
  if (!workspace) return
  await tx
    .delete(invitationCodes)
    .where(inArray(invitationCodes.invitationId, invitationsOf(tx, workspaceId)))
  await tx.delete(workspaceInvitations).where(eq(workspaceInvitations.workspaceId, workspaceId))
  await tx.delete(ownershipOffers).where(eq(ownershipOffers.workspaceId, workspaceId))
  await tx.delete(handoffCodes).where(eq(handoffCodes.workspaceId, workspaceId))
  await tx.delete(authTokens).where(eq(authTokens.workspaceId, workspaceId))
  await tx.delete(workspaceActivity).where(eq(workspaceActivity.workspaceId, workspaceId))
  for (const table of [trustRules, tokenExchanges, exchangeCounts])
    await tx.delete(table).where(eq(table.workspaceId, workspaceId))
  await tx.delete(serviceAccounts).where(eq(serviceAccounts.workspaceId, workspaceId))
  await tx.delete(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId))
  await tx
    .update(users)
    .set({ defaultWorkspaceId: null })
    .where(and(eq(users.id, workspace.ownerUserId), eq(users.defaultWorkspaceId, workspaceId)))
  await tx
    .update(staffRecords)
    .set({ before: null, after: null, reason: null })
    .where(eq(staffRecords.aboutWorkspaceId, workspaceId))
  await tx.delete(workspaces).where(eq(workspaces.id, workspaceId))
}
