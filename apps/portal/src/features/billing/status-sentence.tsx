import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { BillingState } from './billing-status.ts'
import { planSentence } from './plan-words.ts'

function Day({ date }: { date: string }) {
  return (
    <Timestamp
      date={date}
      isTodayNamed={false}
      hasTooltip={false}
      className="whitespace-nowrap text-content"
    />
  )
}

export interface StatusSentenceProps {
  state: BillingState
  subscription: ActiveSubscription | null
  overview: BillingOverview
}

/** Says when the plan ends, what it costs and what follows. For an overdue invoice, says what happens if it stays unpaid. */
export function StatusSentence({ state, subscription, overview }: StatusSentenceProps) {
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
