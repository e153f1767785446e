import { invitations } from '@portal/contract/invitations'
import { Button } from '@portal/ui/button'
import { ErrorMessage } from '@portal/ui/error-message'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/modal'
import { useCall } from '../../lib/api.ts'
import { errorTitle } from '../../lib/error-messages.ts'
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
    <Modal
      title={`Withdraw the invitation of ${member.email}?`}
      description="The link in the mail, and every link that was copied, leads nowhere from then on."
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="danger" onPress={() => void confirm()} requestStatus={withdraw.status}>
            Withdraw invitation
          </Button>
        </>
      }
    >
      {withdraw.status.isError && (
        <ErrorMessage title={errorTitle(withdraw.error)} status={withdraw.status} />
      )}
    </Modal>
  )
}
