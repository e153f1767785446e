import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { loadPart } from '../../lib/request/load-part.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

// Loaded on demand, because most users have no invitations.
const InvitationCards = lazy(() =>
  loadPart(() => import('./invitation-cards.tsx')).then((module) => ({ default: module.InvitationCards })),
)

/** The invitations that await the user's answer, above their workspaces. */
export function OwnInvitations() {
  const user = useSession()
  const query = useQuery({ ...ownInvitationsQuery, enabled: user?.emailVerified === true })
  const invitations = query.data ?? []
  if (invitations.length === 0 && !query.isError) return null
  return (
    <Suspense>
      <InvitationCards invitations={invitations} error={query.error} onRetry={() => void query.refetch()} />
    </Suspense>
  )
}
