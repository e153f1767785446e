/**
 * Whoever changes a workspace, its members or its offers, locks the workspace's row first: changes of one workspace come
 * one after another, in one order, so that no two wait for each other.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import type { Standing } from '../../http/caller.ts'
import { holdPerson } from '../account/account-store.ts'

const isThere = (workspaceId: string) => and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt))

/** The workspace, locked until the transaction ends; undefined when it is deleted. Rows that refer to it still come in. */
export async function lockWorkspace(tx: Orm, workspaceId: string) {
  const [row] = await tx
    .select({
      workspaceId: workspaces.id,
      displayName: workspaces.displayName,
      creatorUserId: workspaces.creatorUserId,
      quarantinedAt: workspaces.quarantinedAt,
    })
    .from(workspaces)
    .where(isThere(workspaceId))
    .for('no key update')
  return row
}
export type LockedWorkspace = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>

async function findRole(tx: Orm, workspaceId: string, userId: string) {
  const [row] = await tx
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
  return row?.role
}

/**
 * Locks the workspace for a change by a member, with their role as it is now: between the guard and the lock they may
 * have lost it. Undefined for strangers. `checkStanding` asks it what the call's access demands.
 */
export async function lockStanding(
  tx: Orm,
  workspaceId: string,
  userId: string,
): Promise<(LockedWorkspace & Standing) | undefined> {
  const workspace = await lockWorkspace(tx, workspaceId)
  const role = workspace && (await findRole(tx, workspaceId, userId))
  return role && { ...workspace, role }
}

/**
 * Holds a person's membership for a transaction that makes something which ends with it: a token, a code. Until that is
 * kept nobody is removed or deleted, and a removal sees it; many hold the same workspace at once. Undefined for who is no
 * member.
 */
export async function holdMembership(tx: Orm, workspaceId: string, userId: string) {
  const [workspace] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isThere(workspaceId))
    .for('share')
  if (!workspace || !(await holdPerson(tx, userId))) return undefined
  return findRole(tx, workspaceId, userId)
}
