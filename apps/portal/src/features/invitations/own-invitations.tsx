import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { ownInvitationsQuery } from './invitation-queries.ts'

// Most of the time nothing is shown, and then nothing of it is loaded.
const InvitationCards = lazy(() =>
  import('./invitation-cards.tsx').then((module) => ({ default: module.InvitationCards })),
)

/** The invitations that wait for the person's answer, on top of their workspaces (RULES section 6). */
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
