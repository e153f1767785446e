import { invitations } from '@portal/contract/invitations/invitations'
import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import { ownership } from '@portal/contract/ownership/ownership'
import { fullName } from '@portal/contract/text/full-name'
import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/overlays/modal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation, useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { DemoteMemberDialog } from './demote-member-dialog.tsx'
import { useMembershipCache } from './member-queries.ts'
import { offersQuery } from './ownership-queries.ts'
import { type MemberDialogProps, RemoveMemberDialog } from './remove-member-dialog.tsx'

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

/** Offers ownership to a member. Nothing changes until they accept. See docs/product/ownership.md#offers. */
function OfferOwnershipDialog({ workspace, member, onClose }: MemberDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const { data: offers = [] } = useQuery(offersQuery)
  const { email, userId } = member
  const name = fullName(member) ?? email
  const isInPlaceOfOther = offers.some(
    ({ workspaceId, toUserId }) => workspaceId === workspace.id && toUserId !== userId,
  )

  const offer = useApiMutation(ownership.offer, {
    onSuccess: (made) => {
      cache.setOffers((known) => [
        ...known.filter(({ workspaceId }) => workspaceId !== made.workspaceId),
        made,
      ])
      onClose()
      showToast(`Ownership offered to ${shortName(name)}`, { tone: 'success' })
    },
  })

  return (
    <AskDialog
      title={`Offer ownership to ${name}?`}
      description={`${email} gets an email and has ${ownershipOfferLifetimeDays} days to accept.`}
      size="lg"
      actText="Offer ownership"
      tone="accent"
      request={offer}
      onAct={() => offer.mutate({ params: { workspaceId: workspace.id }, body: { userId } })}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>Nothing changes until they accept. You can withdraw the offer until then.</li>
        <li>
          After that, <bdi>{name}</bdi> owns <bdi>{workspace.displayName}</bdi>. Only they can edit or delete
          it, change roles and revoke any member's tokens.
        </li>
        <li>You become an Approver. Only the new owner can transfer ownership back.</li>
      </ul>
      {isInPlaceOfOther && <p className="text-content-muted">This replaces your pending offer.</p>}
    </AskDialog>
  )
}

const dialogs = {
  remove: RemoveMemberDialog,
  demote: DemoteMemberDialog,
  withdraw: WithdrawInvitationDialog,
  link: InvitationLinkDialog,
  offer: OfferOwnershipDialog,
}

export type MemberDialog = keyof typeof dialogs

/** The open dialog. It is rendered outside the table, which would otherwise handle the dialog's key presses. */
export function MemberDialogs({ kind, ...props }: MemberDialogProps & { kind: MemberDialog }) {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
