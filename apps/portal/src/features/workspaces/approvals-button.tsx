import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { ConfirmButton } from '@portal/ui/confirm-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useCall } from '../../lib/api.ts'
import { refreshInstance } from '../../lib/refresh-instance.ts'
import { tellFailure } from '../../lib/tell-failure.ts'
import { changeRefusal } from './change-refusal.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'

/** Flips `approvalsEnabled`, and has the instance learn of it (SPEC sections 2 and 4, "Workspaces"). */
export function ApprovalsButton({ workspace }: { workspace: Workspace }) {
  const { id, approvalsEnabled } = workspace
  const change = useCall(workspaces.setApprovals)
  const cache = useWorkspaceCache()
  const refusal = changeRefusal(workspace, 'toggleApprovals')

  async function flip() {
    const wanted = !approvalsEnabled
    const outcome = await change.run({ params: { workspaceId: id }, body: { approvalsEnabled: wanted } })
    if (!outcome.isOk) {
      tellFailure(`Approvals were not ${wanted ? 'enabled' : 'disabled'}`, outcome.error)
      return
    }
    cache.change(id, () => outcome.data)
    cache.noteActivity()
    showToast(wanted ? 'Approvals are enabled' : 'Approvals are disabled', { tone: 'success' })
    refreshInstance(outcome.data)
  }

  return (
    <ConfirmButton
      onConfirm={() => void flip()}
      isLoading={change.status.isPending}
      isDisabled={refusal !== undefined}
      disabledReason={refusal}
    >
      {approvalsEnabled ? 'Disable Workspace Approvals' : 'Enable Workspace Approvals'}
    </ConfirmButton>
  )
}
