import type { WorkspaceRole } from '@portal/contract/permissions'
import { and, eq, exists, isNotNull, notExists, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { workspaceInvitations as invitations } from '../../db/schema/invitations.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers } from '../../db/schema/workspaces.ts'
import { isOpen } from '../invitations/invitation-store.ts'

export interface ListedMember {
  /** The user's id. For an invitee, the invitation's id. */
  id: string
  email: string
  emailKey: string
  role: WorkspaceRole
  firstName: string | null
  lastName: string | null
  nickname: string | null
  signupAt: Date | null
  /** Set for an invitee only, like `expiresAt`. */
  sentAt: Date | null
  expiresAt: Date | null
}

interface Scope {
  workspaceId: string | Placeholder
  includesInvitees: boolean | Placeholder
}

const text = (value: SQL) => sql<string | null>`${value}::text`
const time = (value: SQL) => sql<Date | null>`${value}`.mapWith(users.signupAt)
const nothing = sql`null`
const noTime = sql`null::timestamptz`

/** Members, and open invitations whose address no member has. */
function selectRows(db: Orm, { workspaceId, includesInvitees }: Scope) {
  const members = db
    .select({
      isAfterOwner: sql<boolean>`${workspaceMembers.role} <> 'OWNER'`.as('is_after_owner'),
      emailKey: users.emailKey,
      id: workspaceMembers.userId,
      email: users.email,
      role: workspaceMembers.role,
      firstName: users.firstName,
      lastName: users.lastName,
      nickname: users.nickname,
      signupAt: time(sql`${users.signupAt}`).as('signup_at'),
      sentAt: time(noTime).as('sent_at'),
      expiresAt: time(noTime).as('expires_at'),
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(eq(workspaceMembers.workspaceId, workspaceId))
  const memberWithAddress = db
    .select({ id: users.id })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, invitations.workspaceId),
        eq(users.emailKey, invitations.emailKey),
      ),
    )
  const invitees = db
    .select({
      isAfterOwner: sql<boolean>`true`.as('is_after_owner'),
      emailKey: invitations.emailKey,
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      firstName: text(nothing).as('first_name'),
      lastName: text(nothing).as('last_name'),
      nickname: text(nothing).as('nickname'),
      signupAt: time(noTime).as('signup_at'),
      sentAt: time(sql`${invitations.sentAt}`).as('sent_at'),
      expiresAt: time(sql`${invitations.expiresAt}`).as('expires_at'),
    })
    .from(invitations)
    .where(
      and(
        sql`${includesInvitees}::boolean`,
        eq(invitations.workspaceId, workspaceId),
        isOpen,
        notExists(memberWithAddress),
      ),
    )
  return unionAll(members, invitees).as('listed')
}

type Rows = ReturnType<typeof selectRows>

/** Addresses are compared byte by byte, so that the order is the same on every engine. */
const orderOf = ({ isAfterOwner, emailKey, id }: Rows) => [isAfterOwner, sql`${emailKey} collate "C"`, id]

/** Selects the list, the owner first, then by email. */
function selectList(db: Orm, scope: Scope, where?: (rows: Rows) => SQL | undefined) {
  const rows = selectRows(db, scope)
  const { isAfterOwner: _isAfterOwner, ...columns } = rows._.selectedFields
  return db
    .select(columns)
    .from(rows)
    .where(where?.(rows))
    .orderBy(...orderOf(rows))
}

const placeholders = {
  workspaceId: sql.placeholder('workspaceId'),
  includesInvitees: sql.placeholder('includesInvitees'),
}

/** Lists all members and, if asked for, invitees. */
export async function listMembers(
  db: Orm,
  scope: { workspaceId: string; includesInvitees: boolean },
): Promise<ListedMember[]> {
  const query = prepared(db, 'members_of_workspace', (orm, name) =>
    selectList(orm, placeholders).prepare(name),
  )
  return query.execute(scope)
}

/** The sort key of a row: `owner` or `other`, the comparable email and the id. A page starts after it. */
export type MemberKey = readonly [rank: string, emailKey: string, id: string]

const keyOf = (row: { isOwner: boolean; emailKey: string; id: string }): MemberKey => [
  row.isOwner ? 'owner' : 'other',
  row.emailKey,
  row.id,
]

export const keyOfMember = ({ role, emailKey, id }: ListedMember): MemberKey =>
  keyOf({ isOwner: role === 'OWNER', emailKey, id })

/** Lists one page of the members and, if asked for, invitees. The first page is prepared, because every visit reads it. */
export async function listMembersPage(
  db: Orm,
  scope: { workspaceId: string; includesInvitees: boolean },
  { limit, after }: { limit: number; after: MemberKey | undefined },
): Promise<ListedMember[]> {
  if (!after) {
    const query = prepared(db, 'first_members_of_workspace', (orm, name) =>
      selectList(orm, placeholders).limit(sql.placeholder('limit')).prepare(name),
    )
    return query.execute({ ...scope, limit })
  }
  return selectList(
    db,
    scope,
    (rows) =>
      sql`(${sql.join(orderOf(rows), sql`, `)}) > (${after[0] !== 'owner'}::boolean, ${after[1]}, ${after[2]})`,
  ).limit(limit)
}

/**
 * Returns the sort key of a row by its id. The invitation may have been answered and the member may have left since the
 * previous page was read. Returns undefined for users who were neither members nor invited.
 */
export async function findMemberKey(
  db: Orm,
  ofWorkspace: string,
  id: string,
): Promise<MemberKey | undefined> {
  const isInvitation = and(eq(invitations.workspaceId, ofWorkspace), eq(invitations.id, id))
  const [invitation] = await db
    .select({ id: invitations.id, emailKey: invitations.emailKey })
    .from(invitations)
    .where(isInvitation)
  if (invitation) return keyOf({ ...invitation, isOwner: false })
  const wasInvited = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.workspaceId, ofWorkspace), eq(invitations.emailKey, users.emailKey)))
  const [row] = await db
    .select({ id: users.id, emailKey: users.emailKey, role: workspaceMembers.role })
    .from(users)
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.userId, users.id), eq(workspaceMembers.workspaceId, ofWorkspace)),
    )
    .where(and(eq(users.id, id), or(isNotNull(workspaceMembers.role), exists(wasInvited))))
  return row && keyOf({ isOwner: row.role === 'OWNER', emailKey: row.emailKey, id: row.id })
}
