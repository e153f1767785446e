import type { WorkspaceReport } from '@portal/contract/staff'
import { Button } from '@portal/ui/button'
import { useState } from 'react'
import { PauseDialog } from './pause-dialog.tsx'
import { useSetWorkspacePause } from './use-set-workspace-pause.ts'

/** Quarantines the workspace, or ends the quarantine that there is, after asking once more. */
export function WorkspacePauseButton({ report }: { report: WorkspaceReport }) {
  const [isOpen, setIsOpen] = useState(false)
  const { set, status, error, reset } = useSetWorkspacePause()
  const { id, displayName } = report.workspace
  const isPausing = report.quarantine === null
  const text = isPausing ? 'Quarantine workspace' : 'Unquarantine workspace'
  return (
    <>
      <Button
        icon={isPausing ? 'pause' : 'play'}
        tone={isPausing ? 'danger' : 'neutral'}
        variant="outline"
        onPress={() => setIsOpen(true)}
      >
        {text}
      </Button>
      {isOpen && (
        <PauseDialog
          title={isPausing ? `Quarantine “${displayName}”?` : `End the quarantine of “${displayName}”?`}
          description={
            isPausing
              ? 'It stays listed for its members but opens nowhere from the next moment on, and its tokens are refused while it lasts.'
              : 'It opens again, and its tokens work again.'
          }
          isPausing={isPausing}
          submitText={text}
          onSet={(change) => set(id, change)}
          status={status}
          error={error}
          onClose={() => {
            setIsOpen(false)
            reset()
          }}
        />
      )}
    </>
  )
}
