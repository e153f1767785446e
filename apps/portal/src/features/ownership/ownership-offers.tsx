import type { OwnershipOffer } from '@portal/contract/ownership'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { loadPart } from '../../lib/request/load-part.ts'
import { offersQuery } from './ownership-queries.ts'

// Loaded on demand, because most users have no offers.
const OwnershipOfferCard = lazy(() =>
  loadPart(() => import('./ownership-offer-card.tsx')).then((module) => ({
    default: module.OwnershipOfferCard,
  })),
)

/** The ownership offers that await the user's answer, for all workspaces or for one. */
export function OwnershipOffers({ workspaceId, className }: { workspaceId?: string; className?: string }) {
  const user = useSession()
  const { data: offers = [] } = useQuery({ ...offersQuery, enabled: user?.emailVerified === true })
  const isAsked = (offer: OwnershipOffer) =>
    offer.toUserId === user?.id && (workspaceId === undefined || offer.workspaceId === workspaceId)
  const asked = offers.filter(isAsked)
  if (asked.length === 0) return null
  return (
    // Inside `Suspense`, because an empty section would leave a gap while the cards load.
    <Suspense>
      <section aria-label="Offers of ownership" className={`flex flex-col gap-3 ${className ?? ''}`}>
        {asked.map((offer) => (
          <OwnershipOfferCard key={offer.workspaceId} offer={offer} />
        ))}
      </section>
    </Suspense>
  )
}
