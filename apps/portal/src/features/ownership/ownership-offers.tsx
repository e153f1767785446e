import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import { Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { offerCard } from './load-ownership-offers.ts'
import { offersQuery } from './ownership-queries.ts'

/** The ownership offers that await the user's answer, for all workspaces or for one. */
export function OwnershipOffers({ workspaceId, className }: { workspaceId?: string; className?: string }) {
  const user = useSession()
  const { data: offers = [] } = useVerifiedQuery(offersQuery)
  const isAsked = (offer: OwnershipOffer) =>
    offer.toUserId === user?.id && (workspaceId === undefined || offer.workspaceId === workspaceId)
  const asked = offers.filter(isAsked)
  if (asked.length === 0) return null
  return (
    // Inside `Suspense`, because an empty section would leave a gap while the cards load.
    <Suspense>
      <section aria-label="Offers of ownership" className={`flex flex-col gap-3 ${className ?? ''}`}>
        {asked.map((offer) => (
          <offerCard.Component key={offer.workspaceId} offer={offer} />
        ))}
      </section>
    </Suspense>
  )
}
