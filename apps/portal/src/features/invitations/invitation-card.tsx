import type { Invitation } from '@portal/contract/invitations'
import { roleLabels } from '@portal/contract/permissions'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import { inviterName } from './invitation-words.ts'
import { OfferCard } from './shared/offer-card.tsx'
import { useAnswerInvitation } from './use-answer-invitation.ts'

/** One invitation above the list of workspaces, with buttons to accept and decline. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { accept, decline, acceptInvitation, declineInvitation } = useAnswerInvitation(invitation)
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
      accept={{ ...accept, give: () => void acceptInvitation() }}
      decline={{ ...decline, give: () => void declineInvitation() }}
    >
      Sent <Timestamp date={sentAt} isRelative />, expires <Timestamp date={expiresAt} isRelative />
    </OfferCard>
  )
}
