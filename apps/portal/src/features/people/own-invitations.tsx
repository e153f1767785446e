import type { Invitation } from '@portal/contract/invitations/invitations'
import { roleLabels } from '@portal/contract/members/roles'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { ownInvitationsQuery } from './invitation-queries.ts'
import { OfferCard } from './offer-card.tsx'
import { inviterName, useAnswerInvitation } from './use-answer-invitation.ts'

/** One invitation above the list of workspaces, with buttons to accept and decline. */
function InvitationCard({ invitation }: { invitation: Invitation }) {
  const answers = useAnswerInvitation(invitation)
  const { workspaceName, role, sentAt, expiresAt } = invitation
  return (
    <OfferCard
      icon="mail"
      subject={`the invitation to ${workspaceName}`}
      title={
        <>
          <span className="min-w-0 wrap-anywhere">
            <bdi>{inviterName(invitation)}</bdi> invites you to <bdi>{workspaceName}</bdi>
          </span>
          <Pill>{roleLabels[role]}</Pill>
        </>
      }
      {...answers}
    >
      Sent <Timestamp date={sentAt} isRelative />, expires <Timestamp date={expiresAt} isRelative />
    </OfferCard>
  )
}

/** The invitations that await the user's answer, above their workspaces. Cached ones are still shown if loading fails. */
export function OwnInvitations() {
  const { data: invitations = [], error, refetch } = useVerifiedQuery(ownInvitationsQuery)
  if (invitations.length === 0)
    return <Failure error={error} title="Your invitations could not be loaded" retry={() => void refetch()} />
  return (
    <section aria-label="Invitations" className="flex flex-col gap-3">
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </section>
  )
}
