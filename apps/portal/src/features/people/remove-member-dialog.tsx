import { members } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useTokenMoves } from '../credentials/use-token-moves.ts'
import { refreshInstance } from '../workspaces/refresh-instance.ts'
import { apiTokensOf, EndedAccess } from './ended-access.tsx'
import { defaultChoices } from './left-behind-lists.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { accessQuery, useMembershipCache } from './member-queries.ts'

/** Confirms the removal of a member, and shows what it revokes and what can be moved to a service account. */
export function RemoveMemberDialog({ workspace, member, onClose }: MemberDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const [choices, setChoices] = useState(defaultChoices)
  const access = useQuery(accessQuery(workspace.id, userId))
  const moves = useTokenMoves({
    tokens: apiTokensOf(workspace.id, access.data),
    onMoved: () => void access.refetch(),
  })

  const remove = useApiMutation(members.remove, {
    onSuccess: (list) => {
      cache.setMembers(list)
      onClose()
      showToast(`${shortName(email)} is no longer a member`, { tone: 'success' })
      refreshInstance(workspace)
    },
  })

  return (
    <AskDialog
      title={`Remove ${fullName(member) ?? email}?`}
      description={
        <>
          {email} loses access to <bdi>{workspace.displayName}</bdi> immediately and is notified by email.
        </>
      }
      role="alertdialog"
      size="xl"
      actText="Remove User"
      tone="danger"
      request={remove}
      problem={moves.problem}
      isBusy={moves.isMoving}
      onAct={() => remove.mutate({ params: { workspaceId: workspace.id }, body: { email, ...choices } })}
      onClose={onClose}
    >
      <EndedAccess
        workspaceId={workspace.id}
        query={access}
        moves={moves}
        canMove={may(workspace.role, tokenRights.revokeToken)}
        choices={choices}
        onChoose={setChoices}
      />
    </AskDialog>
  )
}
