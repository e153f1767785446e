import type { Member } from '@portal/contract/members/members'
import type { Workspace } from '@portal/contract/workspaces/workspaces'

/** The props of every dialog about one member. */
export interface MemberDialogProps {
  workspace: Workspace
  member: Member
  onClose: () => void
}
