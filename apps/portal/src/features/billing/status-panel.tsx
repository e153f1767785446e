import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'
import { Pill } from '@portal/ui/data/pill'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { useNow } from '@portal/ui/lib/use-now'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { env } from '../../lib/env.ts'
import {
  type BillingState,
  type BillingStatus,
  billingStatus,
  nextStep,
  noPaymentDetails,
  planHeadline,
  planSentence,
  tierOf,
} from './billing-status.ts'
import { PaymentButtons, type PaymentProps } from './payment-buttons.tsx'

const minuteMs = 60_000

const icons: Record<BillingState, IconName> = {
  'not-configured': 'info',
  overdue: 'alert-circle',
  'no-card': 'credit-card',
  canceled: 'clock',
  trial: 'clock',
  active: 'check-circle',
  free: 'check-circle',
}

interface Look {
  edge: string
  headline: string
  disc: string
}

/** Only states that need the user's action have a colored edge and headline. */
const looks: Record<BillingStatus['tone'], Look> = {
  neutral: { edge: 'border-line', headline: 'text-content', disc: 'bg-surface-sunken text-content-muted' },
  accent: { edge: 'border-line', headline: 'text-content', disc: 'bg-accent-soft text-accent-text' },
  success: { edge: 'border-line', headline: 'text-content', disc: 'bg-success-soft text-success-text' },
  warning: {
    edge: 'border-warning-line',
    headline: 'text-warning-text',
    disc: 'bg-warning-soft text-warning-text',
  },
  danger: {
    edge: 'border-danger-line',
    headline: 'text-danger-text',
    disc: 'bg-danger-soft text-danger-text',
  },
}

function Day({ date }: { date: string }) {
  return <Timestamp date={date} isTodayNamed={false} hasTooltip={false} className="text-content" />
}

interface StatusSentenceProps {
  state: BillingState
  subscription: ActiveSubscription | null
  overview: BillingOverview
}

/** Says when the plan ends, what it costs and what follows. For an overdue invoice, says what happens if it stays unpaid. */
function StatusSentence({ state, subscription, overview }: StatusSentenceProps) {
  const { unpaidSince, suspendsAt } = overview
  if (state === 'overdue' && unpaidSince)
    return (
      <>
        <span>
          An invoice has been unpaid since <Day date={unpaidSince} />.
        </span>
        {suspendsAt && (
          <span>
            {' '}
            If it stays unpaid, your account will be paused on <Day date={suspendsAt} />.
          </span>
        )}
        <span> This page updates as soon as the invoice is paid.</span>
      </>
    )
  return (
    <>
      {subscription?.endingAt && (
        <span>
          Ends end of day <Day date={subscription.endingAt} />.{' '}
        </span>
      )}
      <span>{planSentence(subscription, overview)}</span>
    </>
  )
}

interface StatusPanelProps {
  subscription: ActiveSubscription | null
  overview: BillingOverview
  payment: PaymentProps
}

/** Shows the state of the user's billing and the next step. See docs/product/billing.md#status. */
export function StatusPanel({ subscription, overview, payment }: StatusPanelProps) {
  const now = useNow({ intervalMs: minuteMs, isRunning: true })
  const status = billingStatus(subscription, overview, now)
  const { state } = status
  const look = looks[status.tone]
  const headline = planHeadline(status, subscription)
  const paymentWords = overview.paymentDetailsSet ? 'Payment details on file' : noPaymentDetails
  return (
    <section
      id="plan"
      aria-label="Your plan"
      className={`flex flex-col rounded-lg border bg-surface-raised shadow-raised ${look.edge}`}
    >
      <div className="flex items-start gap-4 p-5">
        <span className={`grid size-10 shrink-0 place-items-center rounded-full ${look.disc}`}>
          <Icon name={icons[state]} size="md" />
        </span>
        <div className="flex min-w-0 grow flex-col gap-1.5">
          <p className="font-medium text-content-muted text-xs tracking-wide">{tierOf(subscription).label}</p>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h2 className={`font-semibold text-xl ${look.headline}`}>{headline}</h2>
            {overview.isConfigured && state !== 'overdue' && headline !== paymentWords && (
              <Pill
                tone={state === 'no-card' ? 'warning' : overview.paymentDetailsSet ? 'success' : 'neutral'}
                size="md"
              >
                {paymentWords}
              </Pill>
            )}
          </div>
          <p className="max-w-prose text-content-muted text-pretty">
            <StatusSentence state={state} subscription={subscription} overview={overview} />
          </p>
        </div>
        <TextLink href={env.pricingUrl} isNewTab className="shrink-0 text-sm">
          Pricing
        </TextLink>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-4">
        <PaymentButtons
          {...payment}
          step={nextStep(status, subscription)}
          isConfigured={overview.isConfigured}
        />
      </div>
    </section>
  )
}
