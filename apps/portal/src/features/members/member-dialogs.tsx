import type { ComponentType } from 'react'
import { DemoteMemberDialog } from './demote-member-dialog.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { WithdrawInvitationDialog } from './withdraw-invitation-dialog.tsx'

const dialogs = {
  remove: RemoveMemberDialog,
  demote: DemoteMemberDialog,
  withdraw: WithdrawInvitationDialog,
  link: InvitationLinkDialog,
}

export type MemberDialog = keyof typeof dialogs | 'offer'

interface MemberDialogsProps extends MemberDialogProps {
  kind: MemberDialog
  OfferDialog: ComponentType<MemberDialogProps>
}

/** The open dialog. It is rendered outside the table, which would otherwise handle the dialog's key presses. */
export function MemberDialogs({ kind, OfferDialog, ...props }: MemberDialogsProps) {
  const Dialog = kind === 'offer' ? OfferDialog : dialogs[kind]
  return <Dialog {...props} />
}
