import { type Member, memberRights, members } from '@portal/contract/members/members'
import { may, roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Select } from '@portal/ui/fields/select'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import type { RowAction } from '../../lib/request/row-actions.ts'
import { refreshInstance } from '../workspaces/shared/refresh-instance.ts'
import { roleRefusal } from './member-permissions.ts'
import { accessQuery, useMembershipCache } from './member-queries.ts'
import { roleOptions } from './role-options.ts'
import { hasLeftBehind } from './shared/left-behind-lists.tsx'

interface MemberRoleCellProps {
  workspace: Workspace
  member: Member
  action: RowAction
  /** Asks for confirmation of a role that may not invite. */
  onAsk: () => void
}

/** Whether the member leaves something behind with this role. Also true if that can't be loaded, and the dialog says so. */
function useLeavesBehind({ workspace, member }: Pick<MemberRoleCellProps, 'workspace' | 'member'>) {
  const queryClient = useQueryClient()
  return async (role: WorkspaceRole) => {
    if (
      member.status === 'invited' ||
      !may(member.role, memberRights.inviteMember) ||
      may(role, memberRights.inviteMember)
    )
      return false
    return queryClient
      .fetchQuery(accessQuery(workspace.id, member.userId))
      .then(hasLeftBehind)
      .catch(() => true)
  }
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
export function MemberRoleCell({ workspace, member, action, onAsk }: MemberRoleCellProps) {
  const cache = useMembershipCache(workspace.id)
  const leavesBehind = useLeavesBehind({ workspace, member })
  const isChecking = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const { email, userId } = member
  const reason = roleRefusal(workspace, member)
  if (reason !== undefined) return <LockedRole role={member.role} reason={reason} />

  async function choose(role: WorkspaceRole | null) {
    // A role cannot be reset to the same value. While a change is being saved, another one is ignored and the select stays
    // enabled: disabling it would take the focus away from keyboard users.
    if (role === null || role === member.role || action.pending || isChecking.current) return
    isChecking.current = true
    const mustAsk = await leavesBehind(role)
    isChecking.current = false
    if (mustAsk) {
      // The closing list may still have the focus, and the dialog returns the focus to where it was.
      box.current?.querySelector('button')?.focus()
      return onAsk()
    }
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
    <div ref={box}>
      <Select
        label={`Role of ${email}`}
        isLabelHidden
        size="sm"
        options={roleOptions}
        value={member.role}
        onChange={(role) => void choose(role)}
        className="w-36"
      />
    </div>
  )
}
