import type { BillingLedger } from './billing-ledger.ts'
import { findPrice, type PlanName, priceIdOf } from './catalog.ts'
import { payOutOfBand } from './invoices.ts'
import type { Customer, Subscription } from './stripe-objects.ts'
import {
  changePrice,
  createSubscription,
  liveSubscriptions,
  monthAfter,
  openInvoices,
  updated,
} from './subscriptions.ts'

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
): Subscription {
  const price = findPrice(priceIdOf(plan))
  if (!price) throw new Error(`There is no price for ${plan}`)
  const now = ledger.now(customer.id)
  const trialEnd = plan === 'trial' ? (endingAt ?? now + trialSeconds) : null
  const cancelAt = plan === 'trial' ? null : (endingAt ?? null)
  const [held] = liveSubscriptions(ledger, customer.id)
  if (!held) {
    const wanted = {
      customer: customer.id,
      price,
      trialEnd,
      cancelAt,
      missingPaymentMethod: 'cancel',
    } as const
    const made = createSubscription(ledger, wanted)
    settleWhatIsOwed(ledger, made)
    return made
  }
  changePrice(held, price)
  held.cancel_at = cancelAt
  held.cancel_at_period_end = false
  held.trial_end = trialEnd ?? (held.status === 'trialing' ? now : held.trial_end)
  held.trial_start = trialEnd === null ? held.trial_start : now
  held.status = trialEnd === null ? 'active' : 'trialing'
  const [item] = held.items.data
  if (item) item.current_period_end = trialEnd ?? monthAfter(now)
  updated(ledger, held)
  settleWhatIsOwed(ledger, held)
  return held
}

function settleWhatIsOwed(ledger: BillingLedger, subscription: Subscription): void {
  for (const invoice of openInvoices(ledger, subscription)) payOutOfBand(ledger, invoice)
  if (subscription.status !== 'incomplete' && subscription.status !== 'past_due') return
  subscription.status = 'active'
  updated(ledger, subscription)
}
