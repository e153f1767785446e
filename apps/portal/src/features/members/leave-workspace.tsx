import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { lazy, Suspense } from 'react'

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
)

/** Lets a member leave. An owner must transfer or delete the workspace instead. */
export function LeaveWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setIsOpen] = useKeptState('leave workspace', false)
  if (workspace.role === 'OWNER') return null
  return (
    <>
      <Button icon="log-out" onPress={() => setIsOpen(true)}>
        Leave workspace
      </Button>
      {isOpen && (
        <Suspense>
          <LeaveDialog workspace={workspace} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
