import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Modal } from '@portal/ui/overlays/modal'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../lib/request/load-failure.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { invitationLinkQuery } from './member-queries.ts'

/** A new invitation link, to share by other means than email. It is not stored anywhere else. */
export function InvitationLinkDialog({ workspace, member, onClose }: MemberDialogProps) {
  const query = useQuery(invitationLinkQuery(workspace.id, member.invitation?.id ?? ''))
  const url = query.data?.url
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
      {query.isFetching && !url && (
        <div role="status">
          <span className="sr-only">Creating the link...</span>
          <Skeleton shape="block" className="h-10 w-full rounded-md" />
        </div>
      )}
      {query.isError && !query.isFetching && (
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Modal>
  )
}
