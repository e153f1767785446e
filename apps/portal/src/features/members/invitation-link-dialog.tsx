import { invitations } from '@portal/contract/invitations'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { ErrorMessage } from '@portal/ui/error-message'
import { Modal } from '@portal/ui/modal'
import { Skeleton } from '@portal/ui/skeleton'
import { useEffect, useState } from 'react'
import { useCall } from '../../lib/api.ts'
import { errorTitle } from '../../lib/error-messages.ts'
import type { MemberDialogProps } from './member-dialogs.tsx'

/** A fresh link to an invitation, to hand over by other ways than mail. It is kept nowhere but here. */
export function InvitationLinkDialog({ workspace, member, onClose }: MemberDialogProps) {
  const { run, status, error } = useCall(invitations.link)
  const [url, setUrl] = useState<string>()
  const workspaceId = workspace.id
  const invitationId = member.invitation?.id ?? ''

  async function make() {
    const outcome = await run({ params: { workspaceId, invitationId } })
    if (outcome.isOk) setUrl(outcome.data.url)
  }
  // biome: once for the dialog, whatever is rendered anew.
  useEffect(() => void make(), [])

  return (
    <Modal
      title="Invitation link"
      description={`Only somebody who signs in with ${member.email} can accept by it.`}
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {url && (
            <CopyButton text={url} size="md">
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
      {status.isPending && <Skeleton />}
      <ErrorMessage title={errorTitle(error)} status={status} onRetry={() => void make()} />
    </Modal>
  )
}
