import type { Member } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'

/** The props of every dialog about one member. */
export interface MemberDialogProps {
  workspace: Workspace
  member: Member
  onClose: () => void
}
