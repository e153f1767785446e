import type { OwnershipOffer } from '@portal/contract/ownership'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { lazyWithPreload } from '../../lib/layout/lazy-with-preload.tsx'
import { offersQuery } from './ownership-queries.ts'

// Loaded on demand, because most users have no offers.
const card = lazyWithPreload(async () => (await import('./ownership-offer-card.tsx')).OwnershipOfferCard)

/** Loads the offers and the code of their cards. */
export async function loadOwnershipOffers(queryClient: QueryClient): Promise<void> {
  const offers = await queryClient.ensureQueryData(offersQuery)
  if (offers.length > 0) await card.preload()
}

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
          <card.Component key={offer.workspaceId} offer={offer} />
        ))}
      </section>
    </Suspense>
  )
}
