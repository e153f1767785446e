import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing'
import { Pill } from '@portal/ui/data/pill'
import { Card } from '@portal/ui/layout/card'
import { useNow } from '@portal/ui/lib/use-now'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { env } from '../../lib/env.ts'
import { tierOf } from '../../lib/tier.ts'
import { PaymentButtons } from './payment-buttons.tsx'
import { planSentence, trialDaysLeft } from './plan-words.ts'

const minuteMs = 60_000

export interface PlanCardProps {
  subscription: ActiveSubscription | null
  overview: BillingOverview
  checkoutUrl: string
  portalUrl: string
}

/** The current plan, when it ends and what follows, with the payment buttons. */
export function PlanCard({ subscription, overview, checkoutUrl, portalUrl }: PlanCardProps) {
  const now = useNow({ intervalMs: minuteMs, isRunning: true })
  const { label } = tierOf(subscription)
  const daysLeft = trialDaysLeft(subscription, now)
  const endingAt = subscription?.endingAt
  return (
    <Card
      title="Your plan"
      padding="lg"
      actions={
        <TextLink href={env.pricingUrl} isNewTab className="text-sm">
          Pricing
        </TextLink>
      }
      footer={
        <PaymentButtons
          checkoutUrl={checkoutUrl}
          portalUrl={portalUrl}
          isConfigured={overview.isConfigured}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
          <p className="font-semibold text-lg tracking-wide">{label}</p>
          {daysLeft && (
            <Pill tone="accent" size="md">
              {daysLeft}
            </Pill>
          )}
          {overview.isConfigured && (
            <Pill tone={overview.paymentDetailsSet ? 'success' : 'neutral'} size="md">
              {overview.paymentDetailsSet ? 'Payment details on file' : 'No payment details'}
            </Pill>
          )}
        </div>
        <p className="max-w-prose text-content-muted text-pretty">
          {endingAt && (
            <>
              Ends end of day{' '}
              <Timestamp
                date={endingAt}
                isTodayNamed={false}
                hasTooltip={false}
                className="whitespace-nowrap text-content"
              />
              .{' '}
            </>
          )}
          {planSentence(subscription, overview)}
        </p>
      </div>
    </Card>
  )
}
