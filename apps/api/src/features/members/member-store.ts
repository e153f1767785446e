/** Finds and changes the members of a workspace. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { and, asc, eq, inArray, isNull, lte, ne } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { removeCodesOf } from '../handoff/handoff-store.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { removeOfferTo } from '../ownership/ownership-store.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { isMembership, type MembershipKey } from '../workspaces/workspace-lock-store.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { workspaceMembers } from './member-table.ts'

const columns = {
  userId: workspaceMembers.userId,
  role: workspaceMembers.role,
  email: users.email,
  emailVerified: users.emailVerified,
} as const

const selectMembers = (orm: Orm) =>
  orm.select(columns).from(workspaceMembers).innerJoin(users, eq(users.id, workspaceMembers.userId))

export async function findMember(db: Orm, workspaceId: string, userId: string) {
  const [row] = await selectMembers(db).where(isMembership({ workspaceId, userId }))
  return row
}
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** Finds the members with an address. Several users can have the same address while it isn't verified. */
export async function findMembersByEmail(db: Orm, workspaceId: string, email: string): Promise<MemberRow[]> {
  return selectMembers(db).where(
    and(eq(workspaceMembers.workspaceId, workspaceId), inArray(users.emailKey, emailKeysOf(email))),
  )
}

/** Counts the members and the open invitations of a workspace, including expired ones. */
export async function countMembersAndInvitations(tx: Orm, workspaceId: string): Promise<number> {
  const members = await tx.$count(workspaceMembers, eq(workspaceMembers.workspaceId, workspaceId))
  const ofWorkspace = eq(workspaceInvitations.workspaceId, workspaceId)
  return members + (await tx.$count(workspaceInvitations, and(ofWorkspace, isOpen)))
}

/**
 * Locks a user's account until the transaction ends. Returns false when the account is deleted or no longer has this
 * verified address. Lock the workspace first.
 */
export async function lockVerifiedPersonForShare(tx: Orm, userId: string, email: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        inArray(users.emailKey, emailKeysOf(email)),
        users.emailVerified,
        isNull(users.deletedAt),
      ),
    )
    .for('share')
  return row !== undefined
}

/** Adds a member. No-op that returns false when the user already is a member. */
export async function addMember(
  tx: Orm,
  member: { workspaceId: string; userId: string; role: WorkspaceRole; joinedAt: Date },
): Promise<boolean> {
  const added = await tx
    .insert(workspaceMembers)
    .values(member)
    .onConflictDoNothing()
    .returning({ userId: workspaceMembers.userId })
  return added.length > 0
}

export async function setRole(
  tx: Orm,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
): Promise<void> {
  await tx.update(workspaceMembers).set({ role }).where(isMembership({ workspaceId, userId }))
}

/**
 * Ends a membership and everything it owns: tokens and instance sessions for this workspace, hand-off codes, and an
 * ownership offer to the member. Does not delete the owner's membership. Call it under the workspace's lock.
 * @returns whether an ownership offer to the member was removed.
 */
export async function endMembership(
  tx: Orm,
  of: MembershipKey,
  byUserId: string,
  now: Date,
): Promise<{ hadOffer: boolean }> {
  const { workspaceId, userId } = of
  await tx.delete(workspaceMembers).where(and(isMembership(of), ne(workspaceMembers.role, 'OWNER')))
  await revokeTokensOf(tx, { workspaceId, userId, serviceAccountId: null }, byUserId, now)
  await removeCodesOf(tx, workspaceId, userId)
  return { hadOffer: await removeOfferTo(tx, workspaceId, userId) }
}

/** Returns when the last mail about their role was sent to a member. */
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
