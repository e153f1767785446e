import { providerName } from '@portal/contract/provider-name'
import { sessions } from '@portal/contract/sessions'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useCall } from '../../lib/request/calls.ts'
import type { IdentityDialogProps } from './remove-identity-dialog.tsx'
import { identitiesQuery } from './security-queries.ts'

/** Confirms that a way to sign in is the user's. */
export function ApproveIdentityDialog({ userId, identity, onClose }: IdentityDialogProps) {
  const approve = useCall(sessions.approveIdentity)
  const queryClient = useQueryClient()
  const { subject, email } = identity
  const name = providerName(subject)

  async function confirm() {
    const outcome = await approve.run({ params: { userId }, body: { subject } })
    if (!outcome.isOk) return
    onClose()
    showToast(`${name} approved`, { tone: 'success' })
    await queryClient.invalidateQueries({ queryKey: identitiesQuery(userId).queryKey })
  }

  return (
    <AskDialog
      title={`Approve ${name}?`}
      description={`Approve it only if you signed up this way with ${email} yourself. Otherwise, another person will be able to sign in to your account.`}
      role="alertdialog"
      actText="Approve"
      tone="accent"
      status={approve.status}
      error={approve.error}
      onAct={confirm}
      onClose={onClose}
    />
  )
}
