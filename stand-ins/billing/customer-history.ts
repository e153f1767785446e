import type { BillingLedger } from './billing-ledger.ts'
import { findPrice, type PlanName, priceIdOf } from './catalog.ts'
import { attachCard, type CustomerFields, createCustomer, makeDefault } from './customers.ts'
import type { Customer } from './stripe-objects.ts'
import { advanceClock } from './subscription-clock.ts'
import { createSubscription } from './subscriptions.ts'
import { type CardInput, readCard } from './test-cards.ts'

export interface CustomerHistory {
  customer: CustomerFields
  plan: PlanName
  startedAt: Date
  /** If omitted, the subscription has no trial. */
  trialEndsAt?: Date
  /** The customer's default cards over time, oldest first. */
  cards?: { at: Date; card: CardInput; holder: string }[]
}

/**
 * Creates a customer who signed up in the past. The customer's clock runs from that date until now, so every invoice and
 * charge has a realistic date, number and outcome.
 */
export function makeCustomerWithHistory(ledger: BillingLedger, history: CustomerHistory): Customer {
  const price = findPrice(priceIdOf(history.plan))
  if (!price) throw new Error(`There is no price for ${history.plan}.`)
  const now = ledger.now()
  const startedAt = secondsOf(history.startedAt)
  const customer = createCustomer(ledger, history.customer)
  customer.created = startedAt
  ledger.state.clockOffsets[customer.id] = startedAt - now
  createSubscription(ledger, {
    customer: customer.id,
    price,
    trialEnd: history.trialEndsAt ? secondsOf(history.trialEndsAt) : null,
    missingPaymentMethod: 'cancel',
  })
  for (const { at, card: input, holder } of history.cards ?? []) {
    advanceTo(ledger, customer, secondsOf(at))
    const card = readCard(input, at)
    if (typeof card === 'string') throw new Error(card)
    makeDefault(ledger, customer, attachCard(ledger, customer, card, holder).id)
  }
  advanceTo(ledger, customer, now)
  delete ledger.state.clockOffsets[customer.id]
  return customer
}

const stepSeconds = 6 * 3_600

/** Advances the clock in small steps, so that each invoice is dated close to its due date. */
function advanceTo(ledger: BillingLedger, customer: Customer, target: number): void {
  for (let left = target - ledger.now(customer.id); left > 0; left -= stepSeconds) {
    advanceClock(ledger, customer.id, Math.min(left, stepSeconds))
  }
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000)
