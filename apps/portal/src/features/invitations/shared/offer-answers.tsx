/** The Accept and Decline buttons of an offer, such as an invitation or the ownership of a workspace. */
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { errorTitle } from '../../../lib/request/error-messages.ts'
import type { RequestError } from '../../../lib/request/request-error.ts'

export interface OfferAnswer {
  give: () => void
  status: RequestStatus
  error: RequestError | undefined
}

export interface OfferAnswersProps {
  accept: OfferAnswer
  decline: OfferAnswer
  acceptText?: string
  /** Names the offer for screen readers, such as "the invitation to Production". */
  subject?: string
  size?: 'sm' | 'md'
}

/** Disables one button while the other's request is pending. */
export function OfferAnswers({ accept, decline, acceptText = 'Accept', subject, size }: OfferAnswersProps) {
  return (
    <>
      <Button
        size={size}
        aria-label={subject && `Decline ${subject}`}
        onPress={decline.give}
        requestStatus={decline.status}
        isDisabled={accept.status.isPending}
      >
        Decline
      </Button>
      <Button
        size={size}
        tone="accent"
        aria-label={subject && `Accept ${subject}`}
        onPress={accept.give}
        requestStatus={accept.status}
        isDisabled={decline.status.isPending}
      >
        {acceptText}
      </Button>
    </>
  )
}

/** Why the answer failed. */
export function AnswerRefusal({
  answers,
  className,
}: {
  answers: readonly OfferAnswer[]
  className?: string
}) {
  const refused = answers.find(({ status }) => status.isError)
  if (!refused) return null
  return <ErrorMessage title={errorTitle(refused.error)} status={refused.status} className={className} />
}
