import { members } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { useCall } from '../../lib/request/calls.ts'
import { useTokenMoves } from '../tokens/shared/use-token-moves.ts'
import { refreshInstance } from '../workspaces/shared/refresh-instance.ts'
import { apiTokensOf, EndedAccess } from './ended-access.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { accessQuery, useMembershipCache } from './member-queries.ts'
import { defaultChoices } from './shared/left-behind-lists.tsx'

/** Confirms the removal of a member, and shows what it revokes and what can be moved to a service account. */
export function RemoveMemberDialog({ workspace, member, onClose }: MemberDialogProps) {
  const remove = useCall(members.remove)
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const [choices, setChoices] = useState(defaultChoices)
  const access = useQuery(accessQuery(workspace.id, userId))
  const moves = useTokenMoves({
    tokens: apiTokensOf(workspace.id, access.data),
    onMoved: () => void access.refetch(),
  })

  async function confirm() {
    const outcome = await remove.run({ params: { workspaceId: workspace.id }, body: { email, ...choices } })
    if (!outcome.isOk) return
    cache.setMembers(outcome.data)
    onClose()
    showToast(`${shortName(email)} is no longer a member`, { tone: 'success' })
    refreshInstance(workspace)
  }

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
      status={remove.status}
      error={remove.error}
      problem={moves.problem}
      isBusy={moves.isMoving}
      onAct={confirm}
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
