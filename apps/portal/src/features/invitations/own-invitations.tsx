import { ErrorMessage } from '@portal/ui/error-message'
import { useQuery } from '@tanstack/react-query'
import { errorTexts } from '../../lib/error-messages.ts'
import { useSession } from '../../lib/session.ts'
import { InvitationCard } from './invitation-card.tsx'
import { ownInvitationsQuery } from './invitation-queries.ts'

/** The invitations that wait for the person's answer, on top of their workspaces (RULES section 6). */
export function OwnInvitations() {
  const user = useSession()
  const query = useQuery({ ...ownInvitationsQuery, enabled: user?.emailVerified === true })
  if (query.isError && !query.data) {
    const { message, requestId } = errorTexts(query.error)
    return (
      <ErrorMessage
        title="We could not look up your invitations"
        message={message}
        requestId={requestId}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!query.data || query.data.length === 0) return null
  return (
    <section aria-label="Invitations" className="flex flex-col gap-3">
      {query.data.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </section>
  )
}
