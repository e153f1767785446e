import { members } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useCall } from '../../lib/request/api.ts'
import { useMembershipCache } from './use-membership-cache.ts'

function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const leave = useCall(members.leave)
  const cache = useMembershipCache(workspace.id)
  const navigate = useNavigate()

  async function confirm() {
    const outcome = await leave.run({ params: { workspaceId: workspace.id } })
    if (!outcome.isOk) return
    showToast(`You have left ${workspace.displayName}`, { tone: 'success' })
    // Away first: this page would ask again for what is no longer the person's to see.
    await navigate({ to: '/workspaces' })
    cache.forget()
  }

  return (
    <AskDialog
      title={`Leave ${workspace.displayName}?`}
      description="You lose access at once. To come back you need another invitation."
      role="alertdialog"
      actText="Leave workspace"
      tone="danger"
      status={leave.status}
      error={leave.error}
      onAct={confirm}
      onClose={onClose}
    >
      <p>
        Your API tokens of this workspace and your sessions in it end with it. Automation that uses them
        stops, and no later invitation revives them.
      </p>
    </AskDialog>
  )
}

/** The way out for members. The owner has none: they hand the workspace over, or delete it (RULES section 6). */
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
