import { type Invitation, invitations } from '@portal/contract/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useCall } from '../../lib/request/api.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

/** Accepts or declines an invitation; each resolves with whether it worked. */
export function useAnswerInvitation({ id, workspaceName }: Invitation) {
  const accept = useCall(invitations.accept)
  const decline = useCall(invitations.decline)
  const queryClient = useQueryClient()
  const input = { params: { invitationId: id } }

  async function settle(said: string) {
    showToast(said, { tone: 'success' })
    // Whoever comes back to the page of the link reads what has become of it, also where an earlier look is on its way.
    const links = { queryKey: queryKeyOf(invitations.byCode) }
    await queryClient.cancelQueries(links)
    await queryClient.invalidateQueries({ ...links, refetchType: 'none' })
    queryClient.setQueryData(ownInvitationsQuery.queryKey, (known) => known?.filter((each) => each.id !== id))
  }

  return {
    accept,
    decline,
    async answerYes() {
      decline.reset()
      const outcome = await accept.run(input)
      if (!outcome.isOk) return false
      await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
      await settle(`You are now a member of ${workspaceName}`)
      return true
    },
    async answerNo() {
      accept.reset()
      const outcome = await decline.run(input)
      if (!outcome.isOk) return false
      await settle(`You have declined the invitation to ${workspaceName}`)
      return true
    },
  }
}
