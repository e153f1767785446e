import { type Member, members } from '@portal/contract/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import { Select } from '@portal/ui/fields/select'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { useCall } from '../../lib/request/calls.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { refreshInstance } from '../workspaces/shared/refresh-instance.ts'
import { roleRefusal } from './member-permissions.ts'
import { useMembershipCache } from './member-queries.ts'
import { roleOptions } from './role-options.ts'

interface MemberRoleCellProps {
  workspace: Workspace
  member: Member
  /** Called with the reason for a failure, and with undefined on the next attempt. */
  onFailure: (error: RequestError | undefined) => void
}

function LockedRole({ role, reason }: { role: WorkspaceRole; reason: string }) {
  return (
    <TooltipText tooltip={reason} className="inline-flex items-center gap-1.5">
      {roleLabels[role]}
      {role === 'OWNER' && <Icon name="lock" size="xs" label="locked" className="text-content-subtle" />}
    </TooltipText>
  )
}

/** Lets the owner choose between Approver and Collaborator. Plain text where the role is locked. */
export function MemberRoleCell({ workspace, member, onFailure }: MemberRoleCellProps) {
  const changeRole = useCall(members.changeRole)
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const reason = roleRefusal(workspace, member)
  if (reason !== undefined) return <LockedRole role={member.role} reason={reason} />

  async function choose(role: WorkspaceRole | null) {
    // A role cannot be reset to the same value. While a change is being saved, another one is ignored and the select stays
    // enabled: disabling it would take the focus away from keyboard users.
    if (role === null || role === member.role || changeRole.status.isPending) return
    const withRole = (list: Member[]) =>
      list.map((each) => (each.userId === userId ? { ...each, role } : each))
    onFailure(undefined)
    const outcome = await changeRole.run(
      { params: { workspaceId: workspace.id }, body: { userId, role } },
      { keyParts: [workspace.id, userId], optimistic: () => cache.change(withRole) },
    )
    if (!outcome.isOk) {
      onFailure(outcome.error)
      return cache.reload()
    }
    cache.setMembers(outcome.data)
    if (member.status === 'invited') {
      showToast(`${email} is now invited as ${roleLabels[role]}`, { tone: 'success' })
      return
    }
    showToast(`${email} is now ${roleLabels[role]}`, { tone: 'success' })
    refreshInstance(workspace)
  }

  return (
    <Select
      label={`Role of ${email}`}
      isLabelHidden
      size="sm"
      options={roleOptions}
      value={member.role}
      onChange={(role) => void choose(role)}
      className="w-36"
    />
  )
}
