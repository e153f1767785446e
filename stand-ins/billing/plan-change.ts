import type { BillingLedger } from './billing-ledger.ts'
import { type PlanName, priceOf } from './catalog.ts'
import { openInvoices, settle } from './invoices.ts'
import type { Customer } from './stripe-objects.ts'
import { activate, createSubscription, liveSubscriptions, monthAfter, updated } from './subscriptions.ts'

const trialSeconds = 30 * 86_400

/**
 * Puts a customer on a plan without a charge, as if an operator had changed it at the provider.
 * @param endingAt the end of the trial or subscription, in Unix seconds
 */
export function putOnPlan(
  ledger: BillingLedger,
  customer: Customer,
  plan: PlanName,
  endingAt?: number,
): void {
  const price = priceOf(plan)
  const now = ledger.now(customer.id)
  const trialEnd = plan === 'trial' ? (endingAt ?? now + trialSeconds) : null
  const cancelAt = plan === 'trial' ? null : (endingAt ?? null)
  const [held] = liveSubscriptions(ledger, customer.id)
  const missingPaymentMethod = 'cancel'
  const subscription =
    held ??
    createSubscription(ledger, { customer: customer.id, price, trialEnd, cancelAt, missingPaymentMethod })
  if (held) {
    const [item] = held.items.data
    item.price = price
    item.current_period_end = trialEnd ?? monthAfter(now)
    held.cancel_at = cancelAt
    held.cancel_at_period_end = false
    held.trial_end = trialEnd ?? (held.status === 'trialing' ? now : held.trial_end)
    held.trial_start = trialEnd === null ? held.trial_start : now
    held.status = trialEnd === null ? 'active' : 'trialing'
    updated(ledger, held)
  }
  for (const invoice of openInvoices(ledger, subscription)) settle(ledger, invoice)
  activate(ledger, subscription)
}
