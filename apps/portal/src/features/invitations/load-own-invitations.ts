import type { QueryClient } from '@tanstack/react-query'
import { lazyWithPreload } from '../../lib/layout/lazy-with-preload.tsx'
import { ownInvitationsQuery } from './invitation-queries.ts'

// Loaded on demand, because most users have no invitations.
export const invitationCards = lazyWithPreload(
  async () => (await import('./invitation-cards.tsx')).InvitationCards,
)

/** Loads the invitations and the code of their cards. */
export async function loadOwnInvitations(queryClient: QueryClient): Promise<void> {
  const invitations = await queryClient.ensureQueryData(ownInvitationsQuery)
  if (invitations.length > 0) await invitationCards.preload()
}
