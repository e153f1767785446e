import type { QueryClient } from '@tanstack/react-query'
import { lazyWithPreload } from '../../lib/layout/lazy-with-preload.tsx'
import { offersQuery } from './ownership-queries.ts'

// Loaded on demand, because most users have no offers.
export const offerCard = lazyWithPreload(
  async () => (await import('./ownership-offer-card.tsx')).OwnershipOfferCard,
)

/** Loads the offers and the code of their cards. */
export async function loadOwnershipOffers(queryClient: QueryClient): Promise<void> {
  const offers = await queryClient.ensureQueryData(offersQuery)
  if (offers.length > 0) await offerCard.preload()
}
