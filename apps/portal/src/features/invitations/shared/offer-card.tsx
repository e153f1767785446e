import { Card } from '@portal/ui/layout/card'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { Icon } from '@portal/ui/text/icon'
import type { ReactNode } from 'react'
import { AnswerRefusal, OfferAnswers, type OfferAnswersProps } from './offer-answers.tsx'

export interface OfferCardProps extends Pick<OfferAnswersProps, 'accept' | 'decline'> {
  icon: IconName
  /** Names the offer for screen readers, such as "the invitation to Production". */
  subject: string
  /** What is offered and by whom. */
  title: ReactNode
  /** What the user needs to know before answering. */
  children: ReactNode
}

/** A pending offer with Accept and Decline buttons. */
export function OfferCard({ icon, subject, title, children, accept, decline }: OfferCardProps) {
  return (
    <Card padding="sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon name={icon} size="md" className="mt-0.5 self-start text-accent-text" />
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap items-center gap-2 font-medium">{title}</p>
          <p className="text-content-muted text-sm text-pretty">{children}</p>
        </div>
        <div className="flex items-center gap-2">
          <OfferAnswers accept={accept} decline={decline} subject={subject} size="sm" />
        </div>
      </div>
      <AnswerRefusal answers={[accept, decline]} className="mt-3" />
    </Card>
  )
}
