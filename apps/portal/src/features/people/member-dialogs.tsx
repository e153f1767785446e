import { invitations } from '@portal/contract/invitations/invitations'
import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/overlays/modal'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation, useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { DemoteMemberDialog } from './demote-member-dialog.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { useMembershipCache } from './member-queries.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

/** Confirms the withdrawal of an invitation. */
function WithdrawInvitationDialog({ workspace, member, onClose }: MemberDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const invitationId = member.invitation?.id ?? ''

  const withdraw = useApiMutation(invitations.withdraw, {
    onSuccess: () => {
      cache.change((list) => list.filter(({ invitation }) => invitation?.id !== invitationId))
      onClose()
      showToast(`Invitation to ${shortName(member.email)} withdrawn`, { tone: 'success' })
      void cache.reload()
    },
  })

  return (
    <AskDialog
      title={`Withdraw the invitation to ${member.email}?`}
      description="Existing links will stop working."
      role="alertdialog"
      actText="Withdraw invitation"
      tone="danger"
      request={withdraw}
      onAct={() => withdraw.mutate({ params: { workspaceId: workspace.id, invitationId } })}
      onClose={onClose}
    />
  )
}

/** A new invitation link, to share by other means than email. It is not stored anywhere else. */
function InvitationLinkDialog({ workspace, member, onClose }: MemberDialogProps) {
  const [url, setUrl] = useState<string>()
  const { mutate, error } = useSecretMutation(invitations.link, (answer) => setUrl(answer.url))
  const params = { workspaceId: workspace.id, invitationId: member.invitation?.id ?? '' }
  const create = useEffectEvent(() => mutate({ params }))
  useEffect(() => create(), [])
  return (
    <Modal
      title="Invitation link"
      description={`Only a user who signs in with ${member.email} can accept it.`}
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {url && (
            <CopyButton text={url} size="md" tone="accent" autoFocus>
              Copy link
            </CopyButton>
          )}
        </>
      }
    >
      {url && (
        <p className="select-all rounded-md border border-line bg-surface-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
          {url}
        </p>
      )}
      {!url && !error && (
        <div role="status">
          <span className="sr-only">Creating the link...</span>
          <Skeleton shape="block" className="h-10 w-full rounded-md" />
        </div>
      )}
      <Failure error={error} retry={() => mutate({ params })} />
    </Modal>
  )
}

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
