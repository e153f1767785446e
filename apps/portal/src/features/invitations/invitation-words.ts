import type { Invitation } from '@portal/contract/invitations'
import type { WorkspaceRole } from '@portal/contract/permissions'
import { fullName } from '../../lib/layout/full-name.ts'

/** Who invites, as far as it is known. */
export const inviterName = ({ invitedBy }: Pick<Invitation, 'invitedBy'>) => fullName(invitedBy) ?? 'Somebody'

/** What the role lets one do (SPEC section 6), in one sentence. */
export const roleMeanings: Record<WorkspaceRole, string> = {
  OWNER: 'Owners manage everything in the workspace.',
  APPROVER: 'Approvers open the workspace, make API tokens of their own, and add and remove people.',
  EDITOR: 'Collaborators open the workspace and make API tokens of their own.',
}
