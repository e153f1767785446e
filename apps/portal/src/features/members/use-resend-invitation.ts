import { invitations } from '@portal/contract/invitations'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useCall } from '../../lib/request/api.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useMembershipCache } from './use-membership-cache.ts'

/** Sends an invitation once more, with another 14 days, and says whether that worked. */
export function useResendInvitation(workspaceId: string) {
  const { run } = useCall(invitations.resend)
  const cache = useMembershipCache(workspaceId)
  return async (email: string, invitationId: string) => {
    const outcome = await run({ params: { workspaceId, invitationId } })
    if (outcome.isOk) showToast(`The invitation of ${email} is on its way again`, { tone: 'success' })
    else tellFailure(`The invitation of ${email} was not sent again`, outcome.error)
    await cache.reload()
  }
}
