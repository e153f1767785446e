import { providerName } from '@portal/contract/sessions/provider-name'
import { type Identity, sessions } from '@portal/contract/sessions/sessions'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { identitiesQuery, sessionsQuery } from './security-queries.ts'

interface IdentityDialogProps {
  userId: string
  identity: Identity
  onClose: () => void
}

function consequenceOf({ isCurrent, isWaiting }: Identity): string {
  if (isWaiting) return "This sign-in method won't be able to open your account."
  const ended = 'Sessions started this way end, and this sign-in method can no longer open your account.'
  return isCurrent ? `${ended} You signed in this way, so you will be signed out here.` : ended
}

/** Confirms the removal of a way to sign in. */
export function RemoveIdentityDialog({ userId, identity, onClose }: IdentityDialogProps) {
  const queryClient = useQueryClient()
  const { subject } = identity
  const name = providerName(subject)

  const remove = useApiMutation(sessions.removeIdentity, {
    onSuccess: () => {
      onClose()
      showToast(`${name} removed`, { tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: identitiesQuery(userId).queryKey })
      void queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
  })

  return (
    <AskDialog
      title={`Remove ${name}?`}
      description={consequenceOf(identity)}
      role="alertdialog"
      actText="Remove"
      tone="danger"
      request={remove}
      onAct={() => remove.mutate({ params: { userId }, body: { subject } })}
      onClose={onClose}
    />
  )
}

/** Confirms that a way to sign in is the user's. */
export function ApproveIdentityDialog({ userId, identity, onClose }: IdentityDialogProps) {
  const queryClient = useQueryClient()
  const { subject, email } = identity
  const name = providerName(subject)

  const approve = useApiMutation(sessions.approveIdentity, {
    onSuccess: () => {
      onClose()
      showToast(`${name} approved`, { tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: identitiesQuery(userId).queryKey })
    },
  })

  return (
    <AskDialog
      title={`Approve ${name}?`}
      description={`Approve it only if you signed up this way with ${email} yourself. Otherwise, another person will be able to sign in to your account.`}
      role="alertdialog"
      actText="Approve"
      tone="accent"
      request={approve}
      onAct={() => approve.mutate({ params: { userId }, body: { subject } })}
      onClose={onClose}
    />
  )
}
