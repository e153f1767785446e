import { members } from '@portal/contract/members/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { fullName } from '@portal/contract/text/full-name'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { refreshInstance } from '../workspaces/refresh-instance.ts'
import { defaultChoices, LeftBehindLists } from './left-behind-lists.tsx'
import { accessQuery, useMembershipCache } from './member-queries.ts'
import type { MemberDialogProps } from './remove-member-dialog.tsx'

/** The only role that may not invite. */
const role: WorkspaceRole = 'EDITOR'

/** Confirms a role that may not invite, for a member who leaves something behind. */
export function DemoteMemberDialog({ workspace, member, onClose }: MemberDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const [choices, setChoices] = useState(defaultChoices)
  const access = useQuery(accessQuery(workspace.id, userId))

  const change = useApiMutation(members.changeRole, {
    onSuccess: (list) => {
      cache.setMembers(list)
      onClose()
      showToast(`${shortName(email)} now has the role ${roleLabels[role]}`, { tone: 'success' })
      refreshInstance(workspace)
    },
  })

  return (
    <AskDialog
      title={`Make ${fullName(member) ?? email} a ${roleLabels[role]}?`}
      description={
        <>
          {email} can no longer invite people to <bdi>{workspace.displayName}</bdi> or manage its service
          accounts.
        </>
      }
      role="alertdialog"
      size="xl"
      actText="Change role"
      tone="danger"
      request={change}
      onAct={() =>
        change.mutate({ params: { workspaceId: workspace.id }, body: { userId, role, ...choices } })
      }
      onClose={onClose}
    >
      {access.isPending && (
        <div role="status">
          <span className="sr-only">Loading invitations and trust rules...</span>
          <Skeleton lines={3} />
        </div>
      )}
      {access.isError && !access.data && (
        <Failure
          error={access.error}
          title="Their invitations and trust rules could not be loaded. Open invitations will still be withdrawn"
          retry={() => void access.refetch()}
        />
      )}
      {access.data && <LeftBehindLists left={access.data} choices={choices} onChoose={setChoices} />}
    </AskDialog>
  )
}
