import { ownership } from '@portal/contract/ownership'
import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../lib/layout/full-name.ts'
import { useCall } from '../../lib/request/api.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { offersQuery } from '../members/member-queries.ts'
import { useMembershipCache } from '../members/use-membership-cache.ts'

/** To the owner: whom they have offered the workspace to, with the way to take that back. */
export function PendingOffer({ workspace, userId }: { workspace: Workspace; userId: string }) {
  const withdraw = useCall(ownership.withdraw)
  const cache = useMembershipCache(workspace.id)
  const { data: offers = [] } = useQuery(offersQuery)
  const offer = offers.find(
    ({ workspaceId, fromUserId }) => workspaceId === workspace.id && fromUserId === userId,
  )
  if (!offer) return null
  const name = fullName(offer.to) ?? 'a member'

  async function takeBack() {
    const outcome = await withdraw.run({ params: { workspaceId: workspace.id } })
    if (outcome.isOk) {
      cache.setOffers((known) => known.filter(({ workspaceId }) => workspaceId !== workspace.id))
      showToast('The offer of ownership is withdrawn', { tone: 'success' })
    } else {
      tellFailure('The offer of ownership was not withdrawn', outcome.error)
      await cache.reload()
    }
  }

  return (
    <StatusBox
      tone="accent"
      announce="off"
      title={`Ownership is offered to ${name}`}
      actions={
        <Button size="sm" onPress={() => void takeBack()} requestStatus={withdraw.status}>
          Withdraw offer
        </Button>
      }
    >
      <span className="text-sm">
        You stay the owner until they accept. The offer expires{' '}
        <Timestamp date={offer.expiresAt} isRelative />.
      </span>
    </StatusBox>
  )
}
