import type { Workspace } from '@portal/contract/workspaces'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { changeRefusal } from './change-refusal.ts'

export interface ApprovalsButtonProps {
  workspace: Workspace
  isPending: boolean
  onConfirm: () => void
}

/** Enables or disables workspace approvals, after a confirmation. */
export function ApprovalsButton({ workspace, isPending, onConfirm }: ApprovalsButtonProps) {
  const refusal = changeRefusal(workspace, 'toggleApprovals')
  return (
    <ConfirmButton
      onConfirm={onConfirm}
      isLoading={isPending}
      isDisabled={refusal !== undefined}
      disabledReason={refusal}
    >
      {workspace.approvalsEnabled ? 'Disable Workspace Approvals' : 'Enable Workspace Approvals'}
    </ConfirmButton>
  )
}
