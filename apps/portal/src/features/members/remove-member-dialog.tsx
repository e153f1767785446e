import { members } from '@portal/contract/members'
import { showToast } from '@portal/ui/lib/toast-queue'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { refreshInstance } from '../../lib/refresh-instance.ts'
import { useCall } from '../../lib/request/api.ts'
import { EndedAccess } from './ended-access.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { useMembershipCache } from './member-queries.ts'

/** Confirms the removal of a member and shows what it revokes. */
export function RemoveMemberDialog({ workspace, member, onClose }: MemberDialogProps) {
  const remove = useCall(members.remove)
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member

  async function confirm() {
    const outcome = await remove.run({ params: { workspaceId: workspace.id }, body: { email } })
    if (!outcome.isOk) return
    cache.setMembers(outcome.data)
    onClose()
    showToast(`${email} is no longer a member`, { tone: 'success' })
    refreshInstance(workspace)
  }

  return (
    <AskDialog
      title={`Remove ${fullName(member) ?? email}?`}
      description={`${email} loses access to ${workspace.displayName} immediately and is notified by email.`}
      role="alertdialog"
      size="lg"
      actText="Remove User"
      tone="danger"
      status={remove.status}
      error={remove.error}
      onAct={confirm}
      onClose={onClose}
    >
      <EndedAccess workspaceId={workspace.id} userId={userId} />
    </AskDialog>
  )
}
