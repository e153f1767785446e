import type { Member } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { OfferOwnershipDialog } from '../ownership/offer-ownership-dialog.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { WithdrawInvitationDialog } from './withdraw-invitation-dialog.tsx'

const dialogs = {
  remove: RemoveMemberDialog,
  withdraw: WithdrawInvitationDialog,
  link: InvitationLinkDialog,
  offer: OfferOwnershipDialog,
}
export type MemberDialog = keyof typeof dialogs

export interface MemberDialogProps {
  workspace: Workspace
  member: Member
  onClose: () => void
}

/** The one dialog that is open. It stands beside the table, whose keys would otherwise reach into it. */
export function MemberDialogs({ kind, ...props }: MemberDialogProps & { kind: MemberDialog }) {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
