/** The role in the last mail to each member, and when it was sent. */
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { isMembership, type MembershipKey } from '../workspaces/workspace-lock-store.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { workspaceMembers } from './member-table.ts'

export async function findRoleMailedAt(tx: Orm, of: MembershipKey): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: workspaceMembers.roleMailedAt })
    .from(workspaceMembers)
    .where(isMembership(of))
  return row?.at ?? undefined
}

/** Records the role that the member knows from the last mail. */
export async function saveMailedRole(
  tx: Orm,
  of: MembershipKey,
  mailedRole: WorkspaceRole,
  now: Date,
): Promise<void> {
  await tx.update(workspaceMembers).set({ mailedRole, roleMailedAt: now }).where(isMembership(of))
}

/** Finds and locks one member whose role differs from the role in a mail sent before `mailedBefore`, oldest mail first. */
export async function lockMemberToTell(tx: Orm, mailedBefore: Date) {
  const [row] = await tx
    .select({
      workspaceId: workspaceMembers.workspaceId,
      userId: workspaceMembers.userId,
      role: workspaceMembers.role,
      mailedRole: workspaceMembers.mailedRole,
      email: users.email,
      workspaceName: workspaces.displayName,
      ownerUserId: workspaces.creatorUserId,
    })
    .from(workspaceMembers)
    .innerJoin(users, and(eq(users.id, workspaceMembers.userId), users.emailVerified))
    .innerJoin(workspaces, and(eq(workspaces.id, workspaceMembers.workspaceId), isNull(workspaces.deletedAt)))
    .where(
      and(
        ne(workspaceMembers.mailedRole, workspaceMembers.role),
        lte(workspaceMembers.roleMailedAt, mailedBefore),
      ),
    )
    .orderBy(asc(workspaceMembers.roleMailedAt))
    .limit(1)
    .for('update', { of: workspaceMembers, skipLocked: true })
  return row
}
