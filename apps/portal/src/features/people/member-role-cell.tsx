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
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { refreshInstance } from '../workspaces/refresh-instance.ts'
import { hasLeftBehind } from './left-behind-lists.tsx'
import { roleOptions, roleRefusal } from './member-permissions.ts'
import { accessQuery, membersQuery, useMembershipCache } from './member-queries.ts'

interface MemberRoleCellProps {
  workspace: Workspace
  member: Member
  row: RowFailure
  /** Asks for confirmation of a role that may not invite. */
  onAsk: () => void
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
export function MemberRoleCell({ workspace, member, row, onAsk }: MemberRoleCellProps) {
  const { email, userId } = member
  const queryClient = useQueryClient()
  const cache = useMembershipCache(workspace.id)
  const list = membersQuery(workspace.id)
  const failure = row.reports('The role was not changed')
  const change = useApiMutation(members.changeRole, {
    onMutate: async ({ body: { role } }) => {
      failure.onMutate()
      await queryClient.cancelQueries({ queryKey: list.queryKey })
      return cache.change((known) => known.map((each) => (each.userId === userId ? { ...each, role } : each)))
    },
    onError: (error, _input, before) => {
      queryClient.setQueryData(list.queryKey, before)
      failure.onError(error)
      void cache.reload()
    },
    onSuccess: (changed, { body: { role } }) => {
      cache.setMembers(changed)
      const isInvited = member.status === 'invited'
      showToast(
        `${shortName(email)} ${isInvited ? 'is now invited with' : 'now has'} the role ${roleLabels[role]}`,
        {
          tone: 'success',
        },
      )
      if (!isInvited) refreshInstance(workspace)
    },
  })
  const isChecking = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const reason = roleRefusal(workspace, member)
  if (reason !== undefined) return <LockedRole role={member.role} reason={reason} />

  /** Whether the member leaves something behind with this role. Also true if that can't be loaded, and the dialog says so. */
  async function leavesBehind(role: WorkspaceRole) {
    const mayInvite = member.status === 'active' && may(member.role, memberRights.inviteMember)
    if (!mayInvite || may(role, memberRights.inviteMember)) return false
    return queryClient
      .fetchQuery({ ...accessQuery(workspace.id, userId), retry: false })
      .then(hasLeftBehind)
      .catch(() => true)
  }

  async function choose(role: WorkspaceRole | null) {
    // A role cannot be reset to the same value. While a change is being saved, another one is ignored and the select stays
    // enabled: disabling it would take the focus away from keyboard users.
    if (role === null || role === member.role || change.isPending || isChecking.current) return
    isChecking.current = true
    const mustAsk = await leavesBehind(role)
    isChecking.current = false
    if (mustAsk) {
      // The closing list may still have the focus, and the dialog returns the focus to where it was.
      box.current?.querySelector('button')?.focus()
      return onAsk()
    }
    change.mutate({ params: { workspaceId: workspace.id }, body: { userId, role } })
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
