import { type Member, members } from '@portal/contract/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import { Icon } from '@portal/ui/icon'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Select } from '@portal/ui/select'
import { TooltipText } from '@portal/ui/tooltip-text'
import { useCall } from '../../lib/api.ts'
import { refreshInstance } from '../../lib/refresh-instance.ts'
import type { RequestError } from '../../lib/request-error.ts'
import { memberKey } from './member-list.ts'
import { roleRefusal } from './member-permissions.ts'
import { roleOptions } from './role-options.ts'
import { useMembershipCache } from './use-membership-cache.ts'

interface MemberRoleCellProps {
  workspace: Workspace
  member: Member
  /** Gets why a change failed, and undefined as soon as another one is tried. */
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

/** The choice between Approver and Collaborator, for the owner; the role alone where it is locked (SPEC section 6). */
export function MemberRoleCell({ workspace, member, onFailure }: MemberRoleCellProps) {
  const changeRole = useCall(members.changeRole)
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const reason = roleRefusal(workspace, member)
  if (reason !== undefined || userId === null)
    return <LockedRole role={member.role} reason={reason ?? 'Still invited'} />

  async function choose(role: WorkspaceRole | null) {
    // A role cannot be reset to the same value (SPEC section 5). While one is being saved the choice stands still, and is
    // not disabled: that would take the focus away from whoever works by keyboard.
    if (role === null || role === member.role || userId === null || changeRole.status.isPending) return
    const withRole = (list: Member[]) =>
      list.map((each) => (memberKey(each) === userId ? { ...each, role } : each))
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
