/** The list of members and invitees of a workspace (docs/product/members.md#listing). */
import { listPageMaxSize } from '@portal/contract/limits'
import type { Member } from '@portal/contract/members'
import type { Orm } from '../../db/database.ts'
import { invalid } from '../../http/refusal.ts'
import { findInvitationKey, listOpenInvitations } from '../invitations/invitation-store.ts'
import { mergeMembers } from './member-rules.ts'
import * as store from './member-store.ts'

/** All members and invitees. */
export async function listMembersAndInvitees(db: Orm, workspaceId: string, now: Date): Promise<Member[]> {
  const { active, invited } = await store.listMembersAndInvited(db, workspaceId)
  return mergeMembers(invited, active, now)
}

export interface MemberPage {
  limit: string | undefined
  /** The `userId` of the previous page's last row. For an invitee it is the invitation's id. */
  after: string | undefined
  includesInvitees: boolean
}

/** One page of members and, if asked for, invitees. */
export async function listMembersPage(
  db: Orm,
  workspaceId: string,
  page: MemberPage,
  now: Date,
): Promise<Member[]> {
  const limit = Number(page.limit ?? listPageMaxSize)
  const after = page.after === undefined ? undefined : await requireKey(db, workspaceId, page.after)
  const afterInvitee = after?.isOwner ? undefined : after
  // Invitees are read first: an invitee who accepts between the two reads is then in both lists, and merged.
  const invited = page.includesInvitees
    ? await listOpenInvitations(db, workspaceId, { limit, after: afterInvitee })
    : []
  const active = await store.listMembersPage(db, workspaceId, { limit, after })
  return mergeMembers(invited, active, now).slice(0, limit)
}

async function requireKey(db: Orm, workspaceId: string, after: string): Promise<store.MemberKey> {
  const invitation = await findInvitationKey(db, workspaceId, after)
  if (invitation) return { ...invitation, isOwner: false }
  const member = await store.findMemberKey(db, workspaceId, after)
  if (!member) throw invalid('after', 'Enter the ID of a member or an invitation of this workspace.')
  return member
}
