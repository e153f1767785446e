import { type Invitation, invitations } from '@portal/contract/invitations/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { shortName } from '../../lib/layout/short-name.ts'
import { useCall } from '../../lib/request/calls.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { workspacesQuery } from '../workspaces/workspace-queries.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

/** Accepts or declines an invitation. Each call resolves with whether it succeeded. */
export function useAnswerInvitation({ id, workspaceName }: Invitation) {
  const accept = useCall(invitations.accept)
  const decline = useCall(invitations.decline)
  const queryClient = useQueryClient()
  const input = { params: { invitationId: id } }

  async function settle(message: string) {
    showToast(message, { tone: 'success' })
    // Invalidates the cached invitation, so that a user who returns to its link sees the current state.
    const links = { queryKey: queryKeyOf(invitations.byCode) }
    await queryClient.cancelQueries(links)
    await queryClient.invalidateQueries({ ...links, refetchType: 'none' })
    queryClient.setQueryData(ownInvitationsQuery.queryKey, (known) => known?.filter((each) => each.id !== id))
  }

  return {
    accept,
    decline,
    async acceptInvitation() {
      decline.reset()
      const outcome = await accept.run(input)
      if (!outcome.isOk) return false
      await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
      await settle(`You are now a member of ${shortName(workspaceName)}`)
      return true
    },
    async declineInvitation() {
      accept.reset()
      const outcome = await decline.run(input)
      if (!outcome.isOk) return false
      await settle(`You declined the invitation to ${shortName(workspaceName)}`)
      return true
    },
  }
}
