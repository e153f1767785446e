import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { InvitationCards } from './invitation-cards.tsx'
import { ownInvitationsQuery } from './invitation-queries.ts'

/** The invitations that await the user's answer, above their workspaces. */
export function OwnInvitations() {
  const query = useVerifiedQuery(ownInvitationsQuery)
  const invitations = query.data ?? []
  if (invitations.length === 0 && !query.isError) return null
  return (
    <InvitationCards invitations={invitations} error={query.error} onRetry={() => void query.refetch()} />
  )
}
