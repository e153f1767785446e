import { Button } from '@portal/ui/buttons/button'
import { Card } from '@portal/ui/layout/card'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { Icon } from '@portal/ui/text/icon'
import type { ReactNode } from 'react'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { Failure } from '../../lib/request/failure.tsx'

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

export interface OfferCardProps<Input>
  extends Pick<OfferAnswersProps<Input>, 'accept' | 'decline' | 'input'> {
  icon: IconName
  /** Names the offer for screen readers, such as "the invitation to Production". */
  subject: string
  /** What is offered and by whom. */
  title: ReactNode
  /** What the user needs to know before answering. */
  children: ReactNode
}

/** A pending offer with Accept and Decline buttons. */
export function OfferCard<Input>({ icon, subject, title, children, ...answers }: OfferCardProps<Input>) {
  return (
    <Card padding="sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon name={icon} size="md" className="mt-0.5 self-start text-accent-text" />
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap items-center gap-2 font-medium">{title}</p>
          <p className="text-content-muted text-sm text-pretty">{children}</p>
        </div>
        <div className="flex items-center gap-2">
          <OfferAnswers {...answers} subject={subject} size="sm" />
        </div>
      </div>
      <Failure error={answers.accept.error ?? answers.decline.error} className="mt-3" />
    </Card>
  )
}
