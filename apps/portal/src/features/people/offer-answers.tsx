/** The Accept and Decline buttons of an offer, such as an invitation or the ownership of a workspace. */
import { Button } from '@portal/ui/buttons/button'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'

/** The mutation behind one of the buttons. */
interface OfferAnswer<Input> extends DialogRequest {
  mutate: (input: Input) => void
  reset: () => void
}

export interface OfferAnswersProps<Input> {
  accept: OfferAnswer<Input>
  decline: OfferAnswer<Input>
  input: Input
  acceptText?: string
  /** Names the offer for screen readers, such as "the invitation to Production". */
  subject?: string
  size?: 'sm' | 'md'
}

/** Disables one button while the other's request is pending. An answer clears the failure of the other. */
export function OfferAnswers<Input>({
  accept,
  decline,
  input,
  acceptText = 'Accept',
  subject,
  size,
}: OfferAnswersProps<Input>) {
  const give = (answer: OfferAnswer<Input>, other: OfferAnswer<Input>) => {
    other.reset()
    answer.mutate(input)
  }
  return (
    <>
      <Button
        size={size}
        aria-label={subject && `Decline ${subject}`}
        onPress={() => give(decline, accept)}
        requestStatus={decline}
        isDisabled={accept.isPending}
      >
        Decline
      </Button>
      <Button
        size={size}
        tone="accent"
        aria-label={subject && `Accept ${subject}`}
        onPress={() => give(accept, decline)}
        requestStatus={accept}
        isDisabled={decline.isPending}
      >
        {acceptText}
      </Button>
    </>
  )
}
