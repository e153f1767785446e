/** What the user may do with a member. The refusals return why an action is not allowed, or undefined if it is. */
import { type Member, memberRights } from '@portal/contract/members/members'
import { may, roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { ownershipRights } from '@portal/contract/ownership/ownership'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { SelectOption } from '@portal/ui/fields/select-options'

type OwnAccess = Pick<Workspace, 'role' | 'quarantinedAt'>

/** The roles that can be assigned. Ownership is transferred by an offer instead. */
export const roleOptions: readonly SelectOption<WorkspaceRole>[] = [
  { value: 'APPROVER', label: roleLabels.APPROVER },
  { value: 'EDITOR', label: roleLabels.EDITOR },
]

const quarantined = 'This workspace is quarantined'

export function inviteRefusal({ role, quarantinedAt }: OwnAccess): string | undefined {
  if (!may(role, memberRights.inviteMember)) return 'Only owners and approvers can invite members'
  return quarantinedAt ? quarantined : undefined
}

export function roleRefusal({ role, quarantinedAt }: OwnAccess, member: Member): string | undefined {
  if (member.role === 'OWNER') return "The owner's role is locked. Offer ownership to a member instead"
  if (!may(role, memberRights.changeMemberRole)) return 'Only the owner can change roles'
  if (member.invitation?.isExpired) return 'The invitation has expired. Resend it to change the role'
  return quarantinedAt ? quarantined : undefined
}

export function removalRefusal({ role }: OwnAccess, member: Member, userId: string): string | undefined {
  if (member.role === 'OWNER') return 'The owner cannot be removed'
  if (member.userId === userId) return 'You cannot remove yourself. Leave the workspace instead'
  return may(role, memberRights.removeMember) ? undefined : 'Only owners and approvers can remove members'
}

/** Only members can be offered ownership, not invitees. */
export function mayOffer({ role, quarantinedAt }: OwnAccess, member: Member): boolean {
  const isOther = member.status === 'active' && member.role !== 'OWNER'
  return isOther && !quarantinedAt && may(role, ownershipRights.transferOwnership)
}
