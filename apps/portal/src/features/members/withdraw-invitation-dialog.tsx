import { invitations } from '@portal/contract/invitations/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { useCall } from '../../lib/request/calls.ts'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { useMembershipCache } from './member-queries.ts'

/** Confirms the withdrawal of an invitation. */
export function WithdrawInvitationDialog({ workspace, member, onClose }: MemberDialogProps) {
  const withdraw = useCall(invitations.withdraw)
  const cache = useMembershipCache(workspace.id)
  const invitationId = member.invitation?.id ?? ''

  async function confirm() {
    const outcome = await withdraw.run({ params: { workspaceId: workspace.id, invitationId } })
    if (!outcome.isOk) return
    cache.change((list) => list.filter(({ invitation }) => invitation?.id !== invitationId))
    onClose()
    showToast(`Invitation to ${shortName(member.email)} withdrawn`, { tone: 'success' })
    await cache.reload()
  }

  return (
    <AskDialog
      title={`Withdraw the invitation to ${member.email}?`}
      description="Existing links will stop working."
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
