import type { WorkspaceReport } from '@portal/contract/staff'
import { PauseButton } from './pause-button.tsx'
import { useSetWorkspacePause } from './use-set-workspace-pause.ts'

/** Quarantines the workspace, or ends the quarantine that there is, after asking once more. */
export function WorkspacePauseButton({ report }: { report: WorkspaceReport }) {
  const { set, status, error, reset } = useSetWorkspacePause()
  const { id, displayName } = report.workspace
  const isPausing = report.quarantine === null
  return (
    <PauseButton
      icon={isPausing ? 'pause' : 'play'}
      title={isPausing ? `Quarantine “${displayName}”?` : `End the quarantine of “${displayName}”?`}
      description={
        isPausing
          ? 'It stays listed for its members but opens nowhere from the next moment on, and its tokens are refused while it lasts.'
          : 'It opens again, and its tokens work again.'
      }
      isPausing={isPausing}
      actText={isPausing ? 'Quarantine workspace' : 'Unquarantine workspace'}
      onSet={(change) => set(id, change)}
      status={status}
      error={error}
      onReset={reset}
    />
  )
}
