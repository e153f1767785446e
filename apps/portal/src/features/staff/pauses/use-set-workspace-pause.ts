import { type QuarantinedWorkspace, staffPauses } from '@portal/contract/staff/pauses/pauses'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { runCall, useCall } from '../../../lib/request/calls.ts'
import { useStaffCache } from '../use-staff-cache.ts'
import { type PauseChange, takenBack } from './pause.ts'
import { tellUndoFailure } from './tell-undo-failure.ts'

const optionsOf = (workspaceId: string, { isPaused }: PauseChange) => ({
  keyParts: [workspaceId, isPaused],
  expectedErrors: ['NotFound'] as const,
})

const inputOf = (workspaceId: string, { isPaused, ...facts }: PauseChange) => ({
  params: { workspaceId },
  body: { isQuarantined: isPaused, ...facts },
})

const titleOf = ({ displayName, quarantinedAt }: QuarantinedWorkspace) =>
  `“${displayName}” is ${quarantinedAt === null ? 'no longer ' : ''}quarantined`

/** Sets or ends the quarantine of a workspace, with an undo. */
export function useSetWorkspacePause() {
  const call = useCall(staffPauses.setWorkspaceQuarantine)
  const client = useQueryClient()
  const cache = useStaffCache()

  async function undo(workspaceId: string, change: PauseChange) {
    const outcome = await runCall(
      client,
      staffPauses.setWorkspaceQuarantine,
      inputOf(workspaceId, change),
      optionsOf(workspaceId, change),
    )
    if (!outcome.isOk) return tellUndoFailure(outcome.error)
    const { workspace } = outcome.data
    cache.takeWorkspace(workspace, change)
    showToast(`Undone: ${titleOf(workspace)}`, { tone: 'success' })
  }

  /** Resolves to whether the change succeeded. On failure, `error` has the reason. */
  async function set(workspaceId: string, change: PauseChange): Promise<boolean> {
    const before = cache.workspacePause(workspaceId)
    const outcome = await call.run(inputOf(workspaceId, change), optionsOf(workspaceId, change))
    if (!outcome.isOk) return false
    const { workspace } = outcome.data
    cache.takeWorkspace(workspace, change)
    const back = takenBack(change, before, workspace.quarantinedAt, serverNow())
    showToast(titleOf(workspace), {
      tone: 'success',
      ...(back && { action: { label: 'Undo', onPress: () => void undo(workspaceId, back) } }),
    })
    return true
  }

  return { set, status: call.status, error: call.error, reset: call.reset }
}
