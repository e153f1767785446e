/** Why something may not be done to members, in words; undefined where it may (SPEC section 6, RULES section 6). */
import type { Member } from '@portal/contract/members'
import { may } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'

type Standing = Pick<Workspace, 'role' | 'quarantinedAt'>

const quarantined = 'This workspace is quarantined'

export function inviteRefusal({ role, quarantinedAt }: Standing): string | undefined {
  if (!may(role, 'inviteMember')) return 'Only owners and approvers can add people to this workspace'
  return quarantinedAt ? quarantined : undefined
}

export function roleRefusal({ role, quarantinedAt }: Standing, member: Member): string | undefined {
  if (member.role === 'OWNER') return 'The role of the owner is locked. Ownership moves by an offer'
  if (!may(role, 'changeMemberRole')) return 'Only the owner changes roles'
  if (member.invitation?.isExpired) return 'The invitation has expired. Resend it to change the role'
  return quarantinedAt ? quarantined : undefined
}

export function removalRefusal({ role }: Standing, member: Member, userId: string): string | undefined {
  if (member.role === 'OWNER') return 'The owner cannot be removed'
  if (member.userId === userId) return 'This is you: leave the workspace instead'
  return may(role, 'removeMember') ? undefined : 'Only owners and approvers remove people'
}

/** Ownership is offered to members, not to people who are still invited. */
export function mayOffer({ role, quarantinedAt }: Standing, member: Member): boolean {
  const isOther = member.status === 'active' && member.role !== 'OWNER'
  return isOther && !quarantinedAt && may(role, 'transferOwnership')
}
