import type { BillingLedger } from './billing-ledger.ts'
import { newId } from './billing-state.ts'
import { invoicesOf, makeInvoice, methodOf, payInvoice } from './invoices.ts'
import { cardError } from './stripe-error.ts'
import type {
  Metadata,
  MissingPaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
} from './stripe-objects.ts'

export interface NewSubscription {
  customer: string
  price: Price
  trialEnd?: number | null
  missingPaymentMethod?: MissingPaymentMethod
  metadata?: Metadata
  defaultPaymentMethod?: string | null
  cancelAt?: number | null
  /** Refuses the whole subscription if its first charge fails. */
  mustPay?: boolean
}

/** Adds one month. A day that the next month lacks becomes the last day of that month. */
export function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1_000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return Math.floor(date.getTime() / 1_000)
}

function itemOf(subscriptionId: string, price: Price, start: number, end: number): SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    created: start,
    current_period_end: end,
    current_period_start: start,
    discounts: [],
    metadata: {},
    price,
    quantity: 1,
    subscription: subscriptionId,
    tax_rates: [],
  }
}

export function createSubscription(ledger: BillingLedger, wanted: NewSubscription): Subscription {
  const { price } = wanted
  const now = ledger.now(wanted.customer)
  const id = newId('sub')
  const trialEnd = wanted.trialEnd != null && wanted.trialEnd > now ? wanted.trialEnd : null
  const subscription: Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: wanted.cancelAt ?? null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer: wanted.customer,
    default_payment_method: wanted.defaultPaymentMethod ?? null,
    description: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [itemOf(id, price, now, trialEnd ?? monthAfter(now))],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: wanted.metadata ?? {},
    pending_setup_intent: null,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { missing_payment_method: wanted.missingPaymentMethod ?? 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : now,
  }
  const refusal = refusedFirstCharge(ledger, subscription)
  if (refusal !== undefined && wanted.mustPay) throw cardError(refusal)
  ledger.state.subscriptions[id] = subscription
  ledger.customer(wanted.customer).currency = 'usd'
  if (refusal !== undefined) subscription.status = 'incomplete'
  ledger.emit('customer.subscription.created', subscription)
  payInvoice(ledger, makeInvoice(ledger, subscription, 'subscription_create'), methodOf(ledger, subscription))
  return subscription
}

function refusedFirstCharge(ledger: BillingLedger, subscription: Subscription): string | undefined {
  const amount = subscription.items.data[0]?.price.unit_amount ?? 0
  if (subscription.status === 'trialing' || amount === 0) return undefined
  const method = methodOf(ledger, subscription)
  return method === null ? 'There is no payment method on file.' : ledger.state.refusingMethods[method]
}

/** Changes the price of a subscription. The current period and trial stay. */
export function changePrice(subscription: Subscription, price: Price): void {
  const item = subscription.items.data[0]
  if (item) item.price = price
}

export function updated(ledger: BillingLedger, subscription: Subscription): void {
  ledger.emit('customer.subscription.updated', subscription)
}

/** Cancels a subscription. Its open invoices stay open but are no longer retried. */
export function cancelSubscription(ledger: BillingLedger, subscription: Subscription): void {
  const now = ledger.now(subscription.customer)
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  for (const invoice of openInvoices(ledger, subscription)) invoice.next_payment_attempt = null
  ledger.emit('customer.subscription.deleted', subscription)
}

export function openInvoices(ledger: BillingLedger, subscription: Subscription) {
  return invoicesOf(ledger, subscription.customer).filter(
    ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === subscription.id,
  )
}

/** Returns the subscriptions that are not canceled, newest first. */
export function liveSubscriptions(ledger: BillingLedger, customerId: string): Subscription[] {
  return Object.values(ledger.state.subscriptions)
    .filter(({ customer, status }) => customer === customerId && status !== 'canceled')
    .reverse()
}

/** Retries the open invoices of a subscription, which becomes active once they are paid. */
export function payOpenInvoices(ledger: BillingLedger, subscription: Subscription): string | undefined {
  let refusal: string | undefined
  for (const invoice of openInvoices(ledger, subscription))
    refusal = payInvoice(ledger, invoice, methodOf(ledger, subscription)) ?? refusal
  const isOwing = subscription.status === 'past_due' || subscription.status === 'incomplete'
  if (refusal === undefined && isOwing) {
    subscription.status = 'active'
    updated(ledger, subscription)
  }
  return refusal
}
