/**
 * Every change of a workspace, its members or its offers locks the workspace's row first. Changes of one workspace
 * therefore run one after another, and the fixed lock order prevents deadlocks.
 *
 * In every store, `lock…` takes an exclusive lock and `lock…ForShare` a shared one. `lock…ForKeyShare` takes a weaker shared lock, which
 * only delays the deletion of the account. All last until the transaction ends.
 */
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import type { Standing } from '../../guard/caller.ts'
import { lockPersonForKeyShare } from '../account/account-store.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from './workspace-table.ts'

export const isActive = (workspaceId: string) =>
  and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt))

export interface MembershipKey {
  workspaceId: string
  userId: string
}

export const isMembership = ({ workspaceId, userId }: MembershipKey) =>
  and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId))

/**
 * Locks a workspace until the transaction ends. Returns undefined when it is deleted. Other transactions can still insert
 * rows that reference it.
 */
export async function lockWorkspace(tx: Orm, workspaceId: string) {
  const [row] = await tx
    .select({
      workspaceId: workspaces.id,
      displayName: workspaces.displayName,
      creatorUserId: workspaces.creatorUserId,
      quarantinedAt: workspaces.quarantinedAt,
    })
    .from(workspaces)
    .where(isActive(workspaceId))
    .for('no key update')
  return row
}
export type LockedWorkspace = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>

async function findRole(tx: Orm, workspaceId: string, userId: string) {
  const [row] = await tx
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(isMembership({ workspaceId, userId }))
  return row?.role
}

/**
 * Locks the workspace and returns it with the user's current role, which may have changed since the guard checked it.
 * Returns undefined when the user is not a member.
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
 * Takes shared locks on the workspace and the user for a transaction that creates something the membership owns, such as
 * a hand-off code or a new secret of a token. The member can't be removed until the transaction ends, and the removal then finds the new
 * row. Several transactions can hold these locks at the same time. Returns the user's role, or undefined when they are not
 * a member.
 */
export async function lockMembershipForShare(tx: Orm, workspaceId: string, userId: string) {
  const [workspace] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isActive(workspaceId))
    .for('share')
  if (!workspace || !(await lockPersonForKeyShare(tx, userId))) return undefined
  return findRole(tx, workspaceId, userId)
}

/**
 * Locks a user's account for a transaction that gives them a workspace, so that such transactions of one user run one after
 * another. Returns undefined when the account is deleted. Lock the workspace first if there is one.
 */
export async function lockOwner(tx: Orm, userId: string) {
  const { id, email, emailVerified, nickname } = users
  const [row] = await tx
    .select({ id, email, emailVerified, nickname })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  return row
}

/** Counts the workspaces that a user owns, except the one given. */
export async function countOwnWorkspaces(
  tx: Orm,
  userId: string,
  exceptWorkspaceId: string | undefined,
): Promise<number> {
  const isOther = exceptWorkspaceId === undefined ? undefined : ne(workspaces.id, exceptWorkspaceId)
  return tx.$count(
    workspaces,
    and(eq(workspaces.creatorUserId, userId), isNull(workspaces.deletedAt), isOther),
  )
}
