import type { Invitation } from '@portal/contract/invitations'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { InvitationCard } from './invitation-card.tsx'

interface InvitationCardsProps {
  invitations: readonly Invitation[]
  /** What kept them from being looked up; those that are known are shown all the same. */
  error: Error | null
  onRetry: () => void
}

/** The open invitations, one below the other, or why they are not known. */
export function InvitationCards({ invitations, error, onRetry }: InvitationCardsProps) {
  if (invitations.length === 0) {
    if (!error) return null
    const { message, requestId } = errorTexts(error)
    return (
      <ErrorMessage
        title="We could not look up your invitations"
        message={message}
        requestId={requestId}
        onRetry={onRetry}
      />
    )
  }
  return (
    <section aria-label="Invitations" className="flex flex-col gap-3">
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </section>
  )
}
