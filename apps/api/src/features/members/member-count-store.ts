import { and, count, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../workspaces/workspace-table.ts'

/** Counts the members and the open invitations of a workspace, including expired ones. */
export async function countMembersAndInvitations(tx: Orm, workspaceId: string): Promise<number> {
  const [members] = await tx
    .select({ total: count() })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, workspaceId))
  const [invitations] = await tx
    .select({ total: count() })
    .from(workspaceInvitations)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), isOpen))
  return (members?.total ?? 0) + (invitations?.total ?? 0)
}
