import { ownership } from '@portal/contract/ownership/ownership'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { fullName } from '../../lib/layout/full-name.ts'
import { ActionFailure } from '../../lib/request/action-failure.tsx'
import { useCall } from '../../lib/request/calls.ts'
import { useMembershipCache } from '../members/member-queries.ts'
import { offersQuery } from './ownership-queries.ts'

/** Shows the owner their pending offer, with a button to withdraw it. */
export function PendingOffer({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const withdraw = useCall(ownership.withdraw)
  const cache = useMembershipCache(workspaceId)
  const { data: offers = [] } = useQuery(offersQuery)
  const offer = offers.find((each) => each.workspaceId === workspaceId && each.fromUserId === user.id)
  const { error } = withdraw
  const failure = (
    <ActionFailure failure={error && { title: 'The ownership offer was not withdrawn', error }} />
  )
  // If the member has already answered the offer, only the reason remains.
  if (!offer) return failure
  const name = fullName(offer.to) ?? 'a member'

  async function withdrawOffer() {
    const outcome = await withdraw.run({ params: { workspaceId } })
    if (!outcome.isOk) return cache.reload()
    cache.setOffers((known) => known.filter((each) => each.workspaceId !== workspaceId))
    showToast('Ownership offer withdrawn', { tone: 'success' })
  }

  return (
    <div>
      <StatusBox
        tone="accent"
        announce="off"
        title={
          <>
            You offered ownership to <bdi>{name}</bdi>
          </>
        }
        actions={
          <Button size="sm" onPress={() => void withdrawOffer()} requestStatus={withdraw.status}>
            Withdraw offer
          </Button>
        }
      >
        <span className="text-sm">
          You remain the owner until they accept. The offer expires{' '}
          <Timestamp date={offer.expiresAt} isRelative />.
        </span>
      </StatusBox>
      {failure}
    </div>
  )
}
