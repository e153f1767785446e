import { invitations } from '@portal/contract/invitations/invitations'
import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Modal } from '@portal/ui/overlays/modal'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../lib/request/calls.ts'
import { Failure } from '../../lib/request/failure.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'

/** A new invitation link, to share by other means than email. It is not stored anywhere else. */
export function InvitationLinkDialog({ workspace, member, onClose }: MemberDialogProps) {
  const { run, error } = useCall(invitations.link)
  const [url, setUrl] = useState<string>()
  const create = async () => {
    const params = { workspaceId: workspace.id, invitationId: member.invitation?.id ?? '' }
    const outcome = await run({ params })
    if (outcome.isOk) setUrl(outcome.data.url)
  }
  const createFirst = useEffectEvent(create)
  useEffect(() => void createFirst(), [])
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
      {error && <Failure error={error} retry={() => void create()} />}
    </Modal>
  )
}
