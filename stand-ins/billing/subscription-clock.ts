/** What time does to subscriptions: trials end, periods begin, refused charges are tried again. */
import type { BillingLedger } from './billing-ledger.ts'
import { makeInvoice, methodOf, payInvoice } from './invoices.ts'
import type { Subscription } from './stripe-objects.ts'
import {
  cancelSubscription,
  liveSubscriptions,
  monthAfter,
  openInvoices,
  payOpenInvoices,
  updated,
} from './subscriptions.ts'

const threeDaysSeconds = 3 * 86_400
/** Nobody moves a clock further than this many periods at once. */
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
  if (!item) return
  item.current_period_start = start
  item.current_period_end = monthAfter(start)
  subscription.status = 'active'
  const invoice = makeInvoice(ledger, subscription, 'subscription_cycle')
  const refusal = payInvoice(ledger, invoice, methodOf(ledger, subscription))
  if (refusal !== undefined) subscription.status = 'past_due'
  updated(ledger, subscription)
}

/** Ends a trial as Stripe does: by the first charge, or as the subscription says for want of a payment method. */
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

/** @returns whether something happened, so that more may follow */
function step(ledger: BillingLedger, subscription: Subscription, now: number): boolean {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const periodEnd = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY
  const isOver = subscription.cancel_at_period_end && now >= periodEnd
  if ((cancelAt !== null && now >= cancelAt) || isOver) cancelSubscription(ledger, subscription)
  else if (status === 'trialing' && trialEnd !== null && now >= trialEnd)
    endTrial(ledger, subscription, trialEnd)
  else if (status === 'active' && now >= periodEnd) beginPeriod(ledger, subscription, periodEnd)
  else return false
  return true
}

/** A refused charge is tried again when its time has come; after the last refusal the subscription ends. */
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

/** Brings a customer's subscriptions to the time of their clock. */
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
