import { members } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useCall } from '../../lib/request/api.ts'
import { useMembershipCache } from './member-queries.ts'

function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const leave = useCall(members.leave)
  const cache = useMembershipCache(workspace.id)
  const navigate = useNavigate()

  async function confirm() {
    const outcome = await leave.run({ params: { workspaceId: workspace.id } })
    if (!outcome.isOk) return
    showToast(`You left ${workspace.displayName}`, { tone: 'success' })
    // Leaves first: this page would refetch data that the user can no longer access.
    await navigate({ to: '/workspaces' })
    cache.forget()
  }

  return (
    <AskDialog
      title={`Leave ${workspace.displayName}?`}
      description="You lose access immediately. You need a new invitation to come back."
      role="alertdialog"
      actText="Leave workspace"
      tone="danger"
      status={leave.status}
      error={leave.error}
      onAct={confirm}
      onClose={onClose}
    >
      <p>
        Your API tokens and sessions for this workspace are revoked. Automation that uses them stops working,
        and a new invitation does not restore them.
      </p>
    </AskDialog>
  )
}

/** Lets a member leave. An owner must transfer or delete the workspace instead. */
export function LeaveWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setIsOpen] = useState(false)
  if (workspace.role === 'OWNER') return null
  return (
    <>
      <Button icon="log-out" onPress={() => setIsOpen(true)}>
        Leave workspace
      </Button>
      {isOpen && <LeaveDialog workspace={workspace} onClose={() => setIsOpen(false)} />}
    </>
  )
}
