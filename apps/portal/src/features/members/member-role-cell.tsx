import { type Member, members } from '@portal/contract/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import { Select } from '@portal/ui/fields/select'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { shortName } from '../../lib/layout/short-name.ts'
import type { RowAction } from '../../lib/request/row-actions.ts'
import { refreshInstance } from '../workspaces/shared/refresh-instance.ts'
import { roleRefusal } from './member-permissions.ts'
import { useMembershipCache } from './member-queries.ts'
import { roleOptions } from './role-options.ts'

interface MemberRoleCellProps {
  workspace: Workspace
  member: Member
  action: RowAction
}

function LockedRole({ role, reason }: { role: WorkspaceRole; reason: string }) {
  return (
    <TooltipText tooltip={reason} className="inline-flex items-center gap-1.5">
      <span>{roleLabels[role]}</span>
      {role === 'OWNER' && <Icon name="lock" size="xs" label="locked" className="text-content-subtle" />}
    </TooltipText>
  )
}

/** Lets the owner choose between Approver and Collaborator. Plain text where the role is locked. */
export function MemberRoleCell({ workspace, member, action }: MemberRoleCellProps) {
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const reason = roleRefusal(workspace, member)
  if (reason !== undefined) return <LockedRole role={member.role} reason={reason} />

  async function choose(role: WorkspaceRole | null) {
    // A role cannot be reset to the same value. While a change is being saved, another one is ignored and the select stays
    // enabled: disabling it would take the focus away from keyboard users.
    if (role === null || role === member.role || action.pending) return
    const withRole = (list: Member[]) =>
      list.map((each) => (each.userId === userId ? { ...each, role } : each))
    const outcome = await action.run(
      'The role was not changed',
      members.changeRole,
      { params: { workspaceId: workspace.id }, body: { userId, role } },
      { keyParts: [workspace.id, userId], optimistic: () => cache.change(withRole) },
    )
    if (!outcome.isOk) return cache.reload()
    cache.setMembers(outcome.data)
    if (member.status === 'invited') {
      showToast(`${shortName(email)} is now invited with the role ${roleLabels[role]}`, { tone: 'success' })
      return
    }
    showToast(`${shortName(email)} now has the role ${roleLabels[role]}`, { tone: 'success' })
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
