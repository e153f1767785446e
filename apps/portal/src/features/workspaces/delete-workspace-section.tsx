import { restorableDays } from '@portal/contract/limits'
import { Button } from '@portal/ui/buttons/button'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { changeRefusal } from './change-refusal.ts'
import { workspaceQuery } from './workspace-queries.ts'

const DeleteWorkspaceDialog = lazy(() =>
  import('./delete-workspace-dialog.tsx').then((module) => ({ default: module.DeleteWorkspaceDialog })),
)

/** The deletion of the workspace, shown only to its owner. */
export function DeleteWorkspaceSection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [isOpen, setIsOpen] = useKeptState('delete workspace', false)
  if (workspace.role !== 'OWNER') return null
  const refusal = changeRefusal(workspace, 'deleteWorkspace')
  return (
    <>
      <Card
        tone="danger"
        title="Delete this workspace"
        description={`Everyone loses access immediately. You can restore it for ${restorableDays} days.`}
        actions={
          <Button
            tone="danger"
            variant="outline"
            icon="trash"
            onPress={() => setIsOpen(true)}
            isDisabled={refusal !== undefined}
            disabledReason={refusal}
            aria-haspopup="dialog"
          >
            Delete Workspace
          </Button>
        }
      />
      {isOpen && (
        <Suspense>
          <DeleteWorkspaceDialog workspace={workspace} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
