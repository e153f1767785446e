import { restorableDays } from '@portal/contract/limits'
import { type DeletedWorkspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { PillCounter } from '@portal/ui/data/pill-counter'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/overlays/modal'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { focusPageHeading } from '../../lib/layout/use-recovered-focus.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { deletedWorkspacesQuery, useWorkspaceCache } from './use-workspace-cache.ts'

function DeletedWorkspaceItem({ workspace }: { workspace: DeletedWorkspace }) {
  const { id, displayName, deletedAt, restorableUntil } = workspace
  const queryClient = useQueryClient()
  const cache = useWorkspaceCache()
  const restore = useApiMutation(workspaces.restore, {
    onSuccess: ({ workspaces: list }) => {
      cache.setList(list)
      queryClient.setQueryData(deletedWorkspacesQuery.queryKey, (known) =>
        known?.filter((each) => each.id !== id),
      )
      showToast(`“${shortName(displayName)}” is restored`, { tone: 'success' })
    },
  })

  return (
    <li aria-label={displayName} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <bdi>{displayName}</bdi>
          </p>
          <p className="text-content-muted text-sm">
            Deleted <Timestamp date={deletedAt} isRelative hasTooltip={false} />. Restore it by{' '}
            <Timestamp
              date={restorableUntil}
              isTodayNamed={false}
              hasTooltip={false}
              className="whitespace-nowrap"
            />
            .
          </p>
        </div>
        <Button
          size="sm"
          icon="undo"
          aria-label={`Restore ${displayName}`}
          onPress={() => restore.mutate({ params: { workspaceId: id } })}
          requestStatus={restore}
        >
          Restore
        </Button>
      </div>
      <Failure error={restore.error} />
    </li>
  )
}

/** The workspaces that the user has deleted and can restore. See docs/product/workspaces.md#deletion. */
function DeletedWorkspacesDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery(deletedWorkspacesQuery)
  return (
    <Modal
      title="Recently deleted"
      description={`You can restore a workspace for ${restorableDays} days, with its members. Its API tokens stay revoked.`}
      size="xl"
      isOpen
      onOpenChange={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((workspace) => (
            <DeletedWorkspaceItem key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="py-3 text-content-muted">No workspaces to restore.</p>}
      {isError && !data && <Failure error={error} retry={() => void refetch()} />}
    </Modal>
  )
}

/** Opens the list of deleted workspaces. Hidden while there is nothing to restore. */
export function RecentlyDeleted() {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery(deletedWorkspacesQuery)
  const count = data?.length ?? 0
  const wasOpen = useRef(false)
  useEffect(() => {
    // The button disappears with the last deleted workspace, so it can't get the focus back from the dialog.
    if (wasOpen.current && !isOpen && count === 0) focusPageHeading()
    wasOpen.current = isOpen
  }, [isOpen, count])
  if (count === 0 && !isError && !isOpen) return null
  return (
    <>
      <Button variant="ghost" icon="trash" onPress={() => setIsOpen(true)}>
        Recently deleted
        <PillCounter count={count} isHiddenAtZero size="sm" />
      </Button>
      {isOpen && <DeletedWorkspacesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
