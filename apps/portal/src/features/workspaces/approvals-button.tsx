import type { Workspace } from '@portal/contract/workspaces'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { changeRefusal } from './change-refusal.ts'

export interface ApprovalsButtonProps {
  workspace: Workspace
  isPending: boolean
  onConfirm: () => void
}

/** 'Enable Workspace Approvals' or 'Disable Workspace Approvals', after asking once more. */
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
