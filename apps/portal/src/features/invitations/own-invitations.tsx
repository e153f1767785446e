import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { preloadable } from '../../lib/layout/preloadable.tsx'
import { loadPart } from '../../lib/request/load-part.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

// Loaded on demand, because most users have no invitations.
const cards = preloadable(async () => {
  const { InvitationCards } = await loadPart(() => import('./invitation-cards.tsx'))
  return InvitationCards
})

/** Loads the invitations and the code of their cards. */
export async function loadOwnInvitations(queryClient: QueryClient): Promise<void> {
  const invitations = await queryClient.ensureQueryData(ownInvitationsQuery)
  if (invitations.length > 0) await cards.preload()
}

/** The invitations that await the user's answer, above their workspaces. */
export function OwnInvitations() {
  const user = useSession()
  const query = useQuery({
    ...ownInvitationsQuery,
    enabled: user?.emailVerified === true,
    // The loader has just tried.
    retryOnMount: false,
  })
  const invitations = query.data ?? []
  if (invitations.length === 0 && !query.isError) return null
  return (
    <Suspense>
      <cards.Component invitations={invitations} error={query.error} onRetry={() => void query.refetch()} />
    </Suspense>
  )
}
