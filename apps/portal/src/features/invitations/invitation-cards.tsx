import type { Invitation } from '@portal/contract/invitations'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { InvitationCard } from './invitation-card.tsx'

interface InvitationCardsProps {
  invitations: readonly Invitation[]
  /** Why the invitations could not be loaded. Cached invitations are still shown. */
  error: Error | null
  onRetry: () => void
}

/** The open invitations, and an error if they could not be loaded. */
export function InvitationCards({ invitations, error, onRetry }: InvitationCardsProps) {
  if (invitations.length === 0) {
    if (!error) return null
    const { message, requestId } = errorTexts(error)
    return (
      <ErrorMessage
        title="Your invitations could not be loaded"
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
