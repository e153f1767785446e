import { type Invitation, invitations } from '@portal/contract/invitations/invitations'
import { fullName } from '@portal/contract/text/full-name'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { shortName } from '../../lib/layout/short-name.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { workspacesQuery } from '../workspaces/workspace-queries.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

/** Returns who sent the invitation, if known. */
export const inviterName = ({ invitedBy }: Pick<Invitation, 'invitedBy'>) => fullName(invitedBy) ?? 'A member'

/** Accepts or declines an invitation. */
export function useAnswerInvitation({ id, workspaceName }: Invitation, onAnswered = () => {}) {
  const queryClient = useQueryClient()

  async function settle(message: string) {
    showToast(message, { tone: 'success' })
    // Invalidates the cached invitation, so that a user who returns to its link sees the current state.
    const links = { queryKey: queryKeyOf(invitations.byCode) }
    await queryClient.cancelQueries(links)
    await queryClient.invalidateQueries({ ...links, refetchType: 'none' })
    queryClient.setQueryData(ownInvitationsQuery.queryKey, (known) => known?.filter((each) => each.id !== id))
    onAnswered()
  }

  const accept = useApiMutation(invitations.accept, {
    onSuccess: () =>
      void queryClient
        .invalidateQueries({ queryKey: workspacesQuery.queryKey })
        .then(() => settle(`You are now a member of ${shortName(workspaceName)}`)),
  })
  const decline = useApiMutation(invitations.decline, {
    onSuccess: () => void settle(`You declined the invitation to ${shortName(workspaceName)}`),
  })
  return { accept, decline, input: { params: { invitationId: id } } }
}
