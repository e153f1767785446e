import { ownership } from '@portal/contract/ownership/ownership'
import { fullName } from '@portal/contract/text/full-name'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useMembershipCache } from './member-queries.ts'
import { offersQuery } from './ownership-queries.ts'

/** Shows the owner their pending offer, with a button to withdraw it. */
export function PendingOffer({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const cache = useMembershipCache(workspaceId)
  const withdraw = useApiMutation(ownership.withdraw, {
    onSuccess: () => {
      cache.setOffers((known) => known.filter((each) => each.workspaceId !== workspaceId))
      showToast('Ownership offer withdrawn', { tone: 'success' })
    },
    onError: () => void cache.reload(),
  })
  const { data: offers = [] } = useQuery(offersQuery)
  const offer = offers.find((each) => each.workspaceId === workspaceId && each.fromUserId === user.id)
  const failure = (
    <Failure error={withdraw.error} title="The ownership offer was not withdrawn" className="mt-2 max-w-md" />
  )
  // If the member has already answered the offer, only the reason remains.
  if (!offer) return failure
  const name = fullName(offer.to) ?? 'a member'

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
          <Button
            size="sm"
            onPress={() => withdraw.mutate({ params: { workspaceId } })}
            requestStatus={withdraw}
          >
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
