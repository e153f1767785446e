import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import { useSession } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { OwnershipOfferCard } from './ownership-offer-card.tsx'
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
    <section aria-label="Offers of ownership" className={`flex flex-col gap-3 ${className ?? ''}`}>
      {asked.map((offer) => (
        <OwnershipOfferCard key={offer.workspaceId} offer={offer} />
      ))}
    </section>
  )
}
