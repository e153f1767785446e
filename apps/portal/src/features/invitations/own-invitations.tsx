import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { lazyWithPreload } from '../../lib/layout/lazy-with-preload.tsx'
import { ownInvitationsQuery } from './invitation-queries.ts'

// Loaded on demand, because most users have no invitations.
const cards = lazyWithPreload(async () => (await import('./invitation-cards.tsx')).InvitationCards)

/** Loads the invitations and the code of their cards. */
export async function loadOwnInvitations(queryClient: QueryClient): Promise<void> {
  const invitations = await queryClient.ensureQueryData(ownInvitationsQuery)
  if (invitations.length > 0) await cards.preload()
}

/** The invitations that await the user's answer, above their workspaces. */
export function OwnInvitations() {
  const query = useVerifiedQuery(ownInvitationsQuery)
  const invitations = query.data ?? []
  if (invitations.length === 0 && !query.isError) return null
  return (
    <Suspense>
      <cards.Component invitations={invitations} error={query.error} onRetry={() => void query.refetch()} />
    </Suspense>
  )
}
