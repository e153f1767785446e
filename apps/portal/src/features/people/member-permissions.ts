/** Each function returns why an action on a member is not allowed, or undefined if it is. */
import type { Member } from '@portal/contract/members/members'
import { memberRights } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { ownershipRights } from '@portal/contract/ownership/ownership'
import type { Workspace } from '@portal/contract/workspaces/workspaces'

type Standing = Pick<Workspace, 'role' | 'quarantinedAt'>

const quarantined = 'This workspace is quarantined'

export function inviteRefusal({ role, quarantinedAt }: Standing): string | undefined {
  if (!may(role, memberRights.inviteMember))
    return 'Only owners and approvers can add members to this workspace'
  return quarantinedAt ? quarantined : undefined
}

export function roleRefusal({ role, quarantinedAt }: Standing, member: Member): string | undefined {
  if (member.role === 'OWNER') return "The owner's role is locked. Offer ownership to a member instead"
  if (!may(role, memberRights.changeMemberRole)) return 'Only the owner can change roles'
  if (member.invitation?.isExpired) return 'The invitation has expired. Resend it to change the role'
  return quarantinedAt ? quarantined : undefined
}

export function removalRefusal({ role }: Standing, member: Member, userId: string): string | undefined {
  if (member.role === 'OWNER') return 'The owner cannot be removed'
  if (member.userId === userId) return 'You cannot remove yourself. Leave the workspace instead'
  return may(role, memberRights.removeMember) ? undefined : 'Only owners and approvers can remove members'
}

/** Only members can be offered ownership, not invitees. */
export function mayOffer({ role, quarantinedAt }: Standing, member: Member): boolean {
  const isOther = member.status === 'active' && member.role !== 'OWNER'
  return isOther && !quarantinedAt && may(role, ownershipRights.transferOwnership)
}
