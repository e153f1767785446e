import { invitations } from '@portal/contract/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useCall } from '../../lib/request/api.ts'
import type { MemberDialogProps } from './member-dialogs.tsx'
import { useMembershipCache } from './use-membership-cache.ts'

/** Takes an invitation back: its mails and links lead nowhere from then on. */
export function WithdrawInvitationDialog({ workspace, member, onClose }: MemberDialogProps) {
  const withdraw = useCall(invitations.withdraw)
  const cache = useMembershipCache(workspace.id)
  const invitationId = member.invitation?.id ?? ''

  async function confirm() {
    const outcome = await withdraw.run({ params: { workspaceId: workspace.id, invitationId } })
    if (!outcome.isOk) return
    cache.change((list) => list.filter(({ invitation }) => invitation?.id !== invitationId))
    onClose()
    showToast(`The invitation of ${member.email} is withdrawn`, { tone: 'success' })
    await cache.reload()
  }

  return (
    <AskDialog
      title={`Withdraw the invitation of ${member.email}?`}
      description="The link in the mail, and every link that was copied, leads nowhere from then on."
      role="alertdialog"
      actText="Withdraw invitation"
      tone="danger"
      status={withdraw.status}
      error={withdraw.error}
      onAct={confirm}
      onClose={onClose}
    />
  )
}
