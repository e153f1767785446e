import type { BillingLedger } from './billing-ledger.ts'
import { type PlanName, priceOf } from './catalog.ts'
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
  cards?: { at: Date; card: Omit<CardInput, 'name'>; holder: string }[]
}

const stepSeconds = 6 * 3_600
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000)

/** Advances the clock in small steps, so that each invoice is dated close to its due date. */
function advanceTo(ledger: BillingLedger, { id }: Customer, target: number): void {
  for (let left = target - ledger.now(id); left > 0; left -= stepSeconds)
    advanceClock(ledger, id, Math.min(left, stepSeconds))
}

/**
 * Creates a customer who signed up in the past. The customer's clock runs from that date until now, so every invoice and
 * charge has a realistic date, number and outcome. No webhooks are sent.
 */
export function makeCustomerWithHistory(ledger: BillingLedger, history: CustomerHistory): Customer {
  const cards = (history.cards ?? []).map(({ at, card, holder }) => {
    const read = readCard({ ...card, name: holder }, at)
    if (typeof read === 'string') throw Object.assign(new Error(read), { statusCode: 400 })
    return { at, card: read }
  })
  const now = ledger.now()
  const startedAt = secondsOf(history.startedAt)
  ledger.isSilent = true
  try {
    const customer = createCustomer(ledger, history.customer)
    customer.created = startedAt
    ledger.state.clockOffsets[customer.id] = startedAt - now
    createSubscription(ledger, {
      customer: customer.id,
      price: priceOf(history.plan),
      trialEnd: history.trialEndsAt ? secondsOf(history.trialEndsAt) : null,
      missingPaymentMethod: 'cancel',
    })
    for (const { at, card } of cards) {
      advanceTo(ledger, customer, secondsOf(at))
      makeDefault(ledger, customer, attachCard(ledger, customer, card).id)
    }
    advanceTo(ledger, customer, now)
    delete ledger.state.clockOffsets[customer.id]
    return customer
  } finally {
    ledger.isSilent = false
  }
}
