import { invitations } from '@portal/contract/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useCall } from '../../lib/request/api.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useMembershipCache } from './member-queries.ts'

/** Resends an invitation, which extends it by 14 days, and shows the result in a toast. */
export function useResendInvitation(workspaceId: string) {
  const { run } = useCall(invitations.resend)
  const cache = useMembershipCache(workspaceId)
  return async (email: string, invitationId: string) => {
    const outcome = await run({ params: { workspaceId, invitationId } })
    if (outcome.isOk) showToast(`Invitation resent to ${email}`, { tone: 'success' })
    else tellFailure(`The invitation to ${email} was not resent`, outcome.error)
    await cache.reload()
  }
}
