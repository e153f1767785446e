import type { WorkspaceRole } from '@portal/contract/members/roles'
import { and, eq, exists, isNotNull, or } from 'drizzle-orm'
import type { NamedQueries, Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceInvitations as invitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from './member-table.ts'

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

// Members, and open invitations whose address no member has, the owner first. Addresses are compared byte by byte, so that the
// order is the same with every locale.
const membersOfWorkspace = `
  select id, email, "emailKey", role, "firstName", "lastName", nickname, "signupAt", "sentAt", "expiresAt" from (
    select members.role <> 'OWNER' as is_after_owner, users.email_key as "emailKey", users.id, users.email,
      members.role, users.first_name as "firstName", users.last_name as "lastName", users.nickname,
      users.signup_at as "signupAt", null::timestamptz as "sentAt", null::timestamptz as "expiresAt"
    from workspace_members members join users on users.id = members.user_id
    where members.workspace_id = $1
    union all
    select true, invitations.email_key, invitations.id, invitations.email,
      invitations.role, null, null, null, null, invitations.sent_at, invitations.expires_at
    from workspace_invitations invitations
    where $2::boolean and invitations.workspace_id = $1
      and invitations.accepted_at is null and invitations.declined_at is null and invitations.withdrawn_at is null
      and not exists (
        select from workspace_members members join users on users.id = members.user_id
        where members.workspace_id = $1 and users.email_key = invitations.email_key
      )
  ) listed
  where (is_after_owner, "emailKey" collate "C", id) > ($3::boolean, $4, $5)
  order by is_after_owner, "emailKey" collate "C", id
  limit $6`

interface MemberScope {
  workspaceId: string
  includesInvitees: boolean
}

/** The sort key of a row: `owner` or `other`, the comparable email and the id. A page starts after it. */
type MemberKey = readonly [rank: string, emailKey: string, id: string]

const keyOf = (row: { isOwner: boolean; emailKey: string; id: string }): MemberKey => [
  row.isOwner ? 'owner' : 'other',
  row.emailKey,
  row.id,
]

export const keyOfMember = ({ role, emailKey, id }: ListedMember): MemberKey =>
  keyOf({ isOwner: role === 'OWNER', emailKey, id })

const beforeAll: MemberKey = ['owner', '', '']

/** Lists one page of the members and, if asked for, invitees. */
export const listMembersPage = (
  database: NamedQueries,
  { workspaceId, includesInvitees }: MemberScope,
  { limit, after = beforeAll }: { limit: number | null; after: MemberKey | undefined },
): Promise<ListedMember[]> =>
  database.query({
    name: 'members_of_workspace',
    text: membersOfWorkspace,
    values: [workspaceId, includesInvitees, after[0] !== 'owner', after[1], after[2], limit],
  })

/** Lists all members and, if asked for, invitees. */
export const listMembers = (database: NamedQueries, scope: MemberScope): Promise<ListedMember[]> =>
  listMembersPage(database, scope, { limit: null, after: undefined })

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
