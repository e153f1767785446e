import type { Invitation } from '@portal/contract/invitations/invitations'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { fullName } from '../../lib/layout/full-name.ts'

/** Returns who sent the invitation, if known. */
export const inviterName = ({ invitedBy }: Pick<Invitation, 'invitedBy'>) => fullName(invitedBy) ?? 'A member'

/** What each role can do, in one sentence. */
export const roleMeanings: Record<WorkspaceRole, string> = {
  OWNER: 'Owners can manage everything in the workspace.',
  APPROVER: 'Approvers can open the workspace, create their own API tokens, and add and remove members.',
  EDITOR: 'Collaborators can open the workspace and create their own API tokens.',
}
