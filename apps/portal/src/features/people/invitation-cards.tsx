import type { Invitation } from '@portal/contract/invitations/invitations'
import { roleLabels } from '@portal/contract/members/roles'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Failure } from '../../lib/request/failure.tsx'
import { inviterName } from './invitation-words.ts'
import { OfferCard } from './offer-card.tsx'
import { useAnswerInvitation } from './use-answer-invitation.ts'

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

interface InvitationCardsProps {
  invitations: readonly Invitation[]
  /** Why the invitations could not be loaded. Cached invitations are still shown. */
  error: Error | null
  onRetry: () => void
}

/** The open invitations, and an error if they could not be loaded. */
export function InvitationCards({ invitations, error, onRetry }: InvitationCardsProps) {
  if (invitations.length === 0)
    return <Failure error={error} title="Your invitations could not be loaded" retry={onRetry} />
  return (
    <section aria-label="Invitations" className="flex flex-col gap-3">
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </section>
  )
}
