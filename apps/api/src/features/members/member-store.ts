/** Reads and changes the members of a workspace. */
import type { WorkspaceRole } from '@portal/contract/permissions'
import { and, eq, exists, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { jsonRowReader, jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'
import { workspaceInvitations } from '../../db/schema/invitations.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import { removeCodesOf } from '../handoff/handoff-store.ts'
import { type InvitationRow, invitationColumns, isOpen } from '../invitations/invitation-store.ts'
import { removeOfferTo } from '../ownership/ownership-store.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'

const listedColumns = {
  userId: workspaceMembers.userId,
  role: workspaceMembers.role,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  nickname: users.nickname,
  signupAt: users.signupAt,
} as const
const columns = { ...listedColumns, emailVerified: users.emailVerified } as const

/** The columns of a member that lists show. */
export interface ListedMember {
  userId: string
  role: WorkspaceRole
  email: string
  firstName: string | null
  lastName: string | null
  nickname: string | null
  signupAt: Date
}

export interface MemberRow extends ListedMember {
  emailVerified: boolean
}

/** Sorts addresses byte by byte, which is the same on every engine. */
const sortedEmail = sql`${users.emailKey} collate "C"`
const isAfterOwner = sql`(${workspaceMembers.role} <> 'OWNER')`

const selectMembers = (orm: Orm) =>
  orm.select(columns).from(workspaceMembers).innerJoin(users, eq(users.id, workspaceMembers.userId))

/** Lists all members, the owner first, then by e-mail. */
export async function listMembers(db: Orm, workspaceId: string): Promise<MemberRow[]> {
  const query = prepared(db, 'members_of_workspace', (orm, name) =>
    selectMembers(orm)
      .where(eq(workspaceMembers.workspaceId, sql.placeholder('workspaceId')))
      .orderBy(isAfterOwner, sortedEmail, workspaceMembers.userId)
      .prepare(name),
  )
  return query.execute({ workspaceId })
}

/**
 * An expression for a query on `workspaces`: the row's members, the owner first, and its open invitations, including
 * expired ones.
 */
export const membersOfWorkspace = sql<unknown>`json_build_array(${jsonRows(
  listedColumns,
  sql`from ${workspaceMembers} inner join ${users} on ${users.id} = ${workspaceMembers.userId}
    where ${workspaceMembers.workspaceId} = ${workspaces.id}`,
  sql`${isAfterOwner}, ${sortedEmail}, ${workspaceMembers.userId}`,
)}, ${jsonRows(
  invitationColumns,
  sql`from ${workspaceInvitations} where ${workspaceInvitations.workspaceId} = ${workspaces.id} and ${isOpen}`,
  sql`${workspaceInvitations.emailKey} collate "C", ${workspaceInvitations.id}`,
)})`

const readMembers = jsonRowReader<ListedMember>(listedColumns)
const readInvited = jsonRowReader<InvitationRow>(invitationColumns)

export function readMembersOfWorkspace(value: unknown): {
  active: ListedMember[]
  invited: InvitationRow[]
} {
  const [active, invited] = (value ?? []) as unknown[]
  return { active: readMembers(active), invited: readInvited(invited) }
}

/** Lists members and open invitations in one query, so that both come from the same snapshot. */
export async function listMembersAndInvited(db: Orm, workspaceId: string) {
  const query = prepared(db, 'members_and_invited', (orm, name) =>
    orm
      .select({ listed: membersOfWorkspace })
      .from(workspaces)
      .where(eq(workspaces.id, sql.placeholder('workspaceId')))
      .prepare(name),
  )
  const [row] = await query.execute({ workspaceId })
  return readMembersOfWorkspace(row?.listed)
}

/** The sort key of a row. A page starts after it. */
export interface MemberKey {
  isOwner: boolean
  emailKey: string
  id: string
}

/** Matches the members that come after a key. */
function isAfter(key: MemberKey | undefined): SQL | undefined {
  if (!key) return undefined
  const hasLaterAddress = or(
    gt(sortedEmail, key.emailKey),
    and(eq(users.emailKey, key.emailKey), gt(workspaceMembers.userId, key.id)),
  )
  return and(ne(workspaceMembers.role, 'OWNER'), key.isOwner ? undefined : hasLaterAddress)
}

/**
 * Returns the sort key of a member, or of a user who was once invited and may have left since the previous page was read.
 * Returns undefined for every other user.
 */
export async function findMemberKey(
  db: Orm,
  workspaceId: string,
  userId: string,
): Promise<MemberKey | undefined> {
  const wasInvited = db
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .where(
      and(
        eq(workspaceInvitations.workspaceId, workspaceId),
        eq(workspaceInvitations.emailKey, users.emailKey),
      ),
    )
  const [row] = await db
    .select({ id: users.id, emailKey: users.emailKey, role: workspaceMembers.role })
    .from(users)
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.userId, users.id), eq(workspaceMembers.workspaceId, workspaceId)),
    )
    .where(and(eq(users.id, userId), or(isNotNull(workspaceMembers.role), exists(wasInvited))))
  return row && { isOwner: row.role === 'OWNER', emailKey: row.emailKey, id: row.id }
}

export async function listMembersPage(
  db: Orm,
  workspaceId: string,
  page: { limit: number; after: MemberKey | undefined },
): Promise<MemberRow[]> {
  return selectMembers(db)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), isAfter(page.after)))
    .orderBy(isAfterOwner, sortedEmail, workspaceMembers.userId)
    .limit(page.limit)
}

export async function findMember(
  db: Orm,
  workspaceId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await selectMembers(db).where(
    and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)),
  )
  return row
}

/** Finds the members with an address. Several users can have the same address while it isn't verified. */
export async function findMembersByEmail(
  db: Orm,
  workspaceId: string,
  emailKey: string,
): Promise<MemberRow[]> {
  return selectMembers(db).where(
    and(eq(workspaceMembers.workspaceId, workspaceId), eq(users.emailKey, emailKey)),
  )
}

/**
 * Locks a user's account until the transaction ends. Returns false when the account is deleted or no longer has this
 * verified address. Lock the workspace first.
 */
export async function holdVerifiedPerson(tx: Orm, userId: string, emailKey: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), eq(users.emailKey, emailKey), users.emailVerified, isNull(users.deletedAt)),
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
  await tx
    .update(workspaceMembers)
    .set({ role })
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
}

/**
 * Ends a membership and everything it owns: tokens and instance sessions for this workspace, hand-off codes, and an
 * ownership offer to the member. Does not delete the owner's membership. Call it under the workspace's lock.
 * @returns whether an ownership offer to the member was removed.
 */
export async function endMembership(
  tx: Orm,
  of: { workspaceId: string; userId: string },
  byUserId: string,
  now: Date,
): Promise<{ hadOffer: boolean }> {
  const { workspaceId, userId } = of
  await tx
    .delete(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.userId, userId),
        ne(workspaceMembers.role, 'OWNER'),
      ),
    )
  await revokeTokensOf(tx, of, byUserId, now)
  await removeCodesOf(tx, workspaceId, userId)
  return { hadOffer: await removeOfferTo(tx, workspaceId, userId) }
}
