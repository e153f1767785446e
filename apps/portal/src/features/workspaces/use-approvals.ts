import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useCall } from '../../lib/request/calls.ts'
import { refreshInstance } from './shared/refresh-instance.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'

/** Toggles `approvalsEnabled` and refreshes the instance. */
export function useApprovals({ id, approvalsEnabled }: Workspace) {
  const { run, status, error } = useCall(workspaces.setApprovals)
  const cache = useWorkspaceCache()

  async function flip() {
    const wanted = !approvalsEnabled
    const outcome = await run({ params: { workspaceId: id }, body: { approvalsEnabled: wanted } })
    if (!outcome.isOk) return
    cache.change(id, () => outcome.data)
    cache.noteActivity()
    showToast(wanted ? 'Approvals are enabled' : 'Approvals are disabled', { tone: 'success' })
    refreshInstance(outcome.data)
  }

  return { flip, status, error }
}
