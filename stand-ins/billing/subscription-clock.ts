/** Applies the passing of time to subscriptions: ends trials, starts periods and retries failed charges. */
import type { BillingLedger } from './billing-ledger.ts'
import { makeInvoice, methodOf, openInvoices, payInvoice } from './invoices.ts'
import type { Subscription } from './stripe-objects.ts'
import {
  cancelSubscription,
  liveSubscriptions,
  monthAfter,
  payOpenInvoices,
  updated,
} from './subscriptions.ts'

const threeDaysSeconds = 3 * 86_400
/** The most periods that one clock change can advance. */
const mostSteps = 200

function announceTrialEnd(ledger: BillingLedger, subscription: Subscription, now: number): void {
  const { id, trial_end: trialEnd, status } = subscription
  if (status !== 'trialing' || trialEnd === null || now < trialEnd - threeDaysSeconds) return
  if (ledger.state.announcedTrials[id]) return
  ledger.state.announcedTrials[id] = true
  ledger.emit('customer.subscription.trial_will_end', subscription)
}

function beginPeriod(ledger: BillingLedger, subscription: Subscription, start: number): void {
  const [item] = subscription.items.data
  item.current_period_start = start
  item.current_period_end = monthAfter(start)
  subscription.status = 'active'
  const invoice = makeInvoice(ledger, subscription, 'subscription_cycle')
  const refusal = payInvoice(ledger, invoice, methodOf(ledger, subscription))
  if (refusal !== undefined) subscription.status = 'past_due'
  updated(ledger, subscription)
}

/** Ends a trial like Stripe: charges the payment method, or applies `missing_payment_method` if there is none. */
export function endTrial(ledger: BillingLedger, subscription: Subscription, at: number): void {
  subscription.trial_end = at
  const whenMissing = subscription.trial_settings.end_behavior.missing_payment_method
  if (methodOf(ledger, subscription) !== null || whenMissing === 'create_invoice') {
    beginPeriod(ledger, subscription, at)
  } else if (whenMissing === 'cancel') {
    cancelSubscription(ledger, subscription)
  } else {
    subscription.status = 'paused'
    updated(ledger, subscription)
  }
}

/** Applies the next change that is due. @returns whether there was one, in which case more may be due */
function step(ledger: BillingLedger, subscription: Subscription, now: number): boolean {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const periodEnd = subscription.items.data[0].current_period_end
  const isOver = subscription.cancel_at_period_end && now >= periodEnd
  if ((cancelAt !== null && now >= cancelAt) || isOver) cancelSubscription(ledger, subscription)
  else if (status === 'trialing' && trialEnd !== null && now >= trialEnd)
    endTrial(ledger, subscription, trialEnd)
  else if (status === 'active' && now >= periodEnd) beginPeriod(ledger, subscription, periodEnd)
  else return false
  return true
}

/** Retries failed charges that are due. Cancels the subscription after the last retry has failed. */
function collect(ledger: BillingLedger, subscription: Subscription, now: number): void {
  if (subscription.status !== 'past_due') return
  for (const invoice of openInvoices(ledger, subscription)) {
    if (invoice.next_payment_attempt === null) {
      cancelSubscription(ledger, subscription)
      return
    }
    if (now >= invoice.next_payment_attempt) payOpenInvoices(ledger, subscription)
  }
}

/** Applies every change that is due by the time of the customer's clock. */
export function catchUp(ledger: BillingLedger, customerId: string): void {
  const now = ledger.now(customerId)
  for (const subscription of liveSubscriptions(ledger, customerId)) {
    announceTrialEnd(ledger, subscription, now)
    for (let steps = 0; steps < mostSteps && step(ledger, subscription, now); steps += 1);
    collect(ledger, subscription, now)
  }
}

/** Moves a customer's clock forward. */
export function advanceClock(ledger: BillingLedger, customerId: string, seconds: number): void {
  const { clockOffsets } = ledger.state
  clockOffsets[customerId] = (clockOffsets[customerId] ?? 0) + seconds
  ledger.changed()
  catchUp(ledger, customerId)
}
