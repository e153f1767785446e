import type { WorkspaceReport } from '@portal/contract/staff/search/search'
import { PauseButton } from './pause-button.tsx'
import { useSetWorkspacePause } from './use-set-workspace-pause.ts'

/** Quarantines the workspace, or ends its quarantine, after confirmation. */
export function WorkspacePauseButton({ report }: { report: WorkspaceReport }) {
  const { set, status, error, reset } = useSetWorkspacePause()
  const { id, displayName } = report.workspace
  const isPausing = report.quarantine === null
  return (
    <PauseButton
      icon={isPausing ? 'ban' : 'play'}
      title={isPausing ? `Quarantine “${displayName}”?` : `End the quarantine of “${displayName}”?`}
      description={
        isPausing
          ? 'Takes effect immediately. Members still see the workspace in their list but cannot open it. Its tokens are refused until the quarantine ends.'
          : 'Members can open the workspace again, and its tokens work again.'
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
