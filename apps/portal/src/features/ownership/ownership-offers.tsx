import type { OwnershipOffer } from '@portal/contract/ownership'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { preloadable } from '../../lib/layout/preloadable.tsx'
import { loadPart } from '../../lib/request/load-part.ts'
import { offersQuery } from './ownership-queries.ts'

// Loaded on demand, because most users have no offers.
const card = preloadable(async () => {
  const { OwnershipOfferCard } = await loadPart(() => import('./ownership-offer-card.tsx'))
  return OwnershipOfferCard
})

/** Loads the offers and the code of their cards. */
export async function loadOwnershipOffers(queryClient: QueryClient): Promise<void> {
  const offers = await queryClient.ensureQueryData(offersQuery)
  if (offers.length > 0) await card.preload()
}

/** The ownership offers that await the user's answer, for all workspaces or for one. */
export function OwnershipOffers({ workspaceId, className }: { workspaceId?: string; className?: string }) {
  const user = useSession()
  const { data: offers = [] } = useQuery({
    ...offersQuery,
    enabled: user?.emailVerified === true,
    // The loader has just tried.
    retryOnMount: false,
  })
  const isAsked = (offer: OwnershipOffer) =>
    offer.toUserId === user?.id && (workspaceId === undefined || offer.workspaceId === workspaceId)
  const asked = offers.filter(isAsked)
  if (asked.length === 0) return null
  return (
    // Inside `Suspense`, because an empty section would leave a gap while the cards load.
    <Suspense>
      <section aria-label="Offers of ownership" className={`flex flex-col gap-3 ${className ?? ''}`}>
        {asked.map((offer) => (
          <card.Component key={offer.workspaceId} offer={offer} />
        ))}
      </section>
    </Suspense>
  )
}
