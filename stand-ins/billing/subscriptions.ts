import { type BillingLedger, newId } from './billing-ledger.ts'
import { makeInvoice, methodOf, openInvoices, payInvoice, refusalOf } from './invoices.ts'
import { cardError } from './stripe-error.ts'
import {
  type Metadata,
  type MissingPaymentMethod,
  make,
  type Price,
  type Subscription,
  type SubscriptionItem,
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

export function createSubscription(ledger: BillingLedger, wanted: NewSubscription): Subscription {
  const { customer, price } = wanted
  const now = ledger.now(customer)
  const id = newId('sub')
  const trialEnd = (wanted.trialEnd ?? 0) > now ? (wanted.trialEnd ?? null) : null
  const item = make<SubscriptionItem>({
    id: newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: trialEnd ?? monthAfter(now),
    current_period_start: now,
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
  })
  const url = `/v1/subscription_items?subscription=${id}`
  const subscription = make<Subscription>({
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: wanted.cancelAt ?? null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer,
    default_payment_method: wanted.defaultPaymentMethod ?? null,
    description: null,
    ended_at: null,
    items: { object: 'list', data: [item], has_more: false, url },
    latest_invoice: null,
    livemode: false,
    metadata: wanted.metadata ?? {},
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { missing_payment_method: wanted.missingPaymentMethod ?? 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : now,
  })
  const isFree = trialEnd !== null || price.unit_amount === 0
  const refusal = isFree ? undefined : refusalOf(ledger, methodOf(ledger, subscription))
  if (refusal !== undefined && wanted.mustPay) throw cardError(refusal)
  ledger.state.subscriptions[id] = subscription
  if (refusal !== undefined) subscription.status = 'incomplete'
  ledger.emit('customer.subscription.created', subscription)
  payInvoice(ledger, makeInvoice(ledger, subscription, 'subscription_create'), methodOf(ledger, subscription))
  return subscription
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

/** Returns the subscriptions that are not canceled, newest first. */
export function liveSubscriptions(ledger: BillingLedger, customerId: string): Subscription[] {
  return Object.values(ledger.state.subscriptions)
    .filter(({ customer, status }) => customer === customerId && status !== 'canceled')
    .reverse()
}

/** Retries the open invoices of a subscription, which becomes active once they are paid. */
export function payOpenInvoices(ledger: BillingLedger, subscription: Subscription): void {
  const refusals = openInvoices(ledger, subscription).map((invoice) =>
    payInvoice(ledger, invoice, methodOf(ledger, subscription)),
  )
  if (refusals.every((refusal) => refusal === undefined)) activate(ledger, subscription)
}

/** Makes a subscription active that owes nothing any more. */
export function activate(ledger: BillingLedger, subscription: Subscription): void {
  if (subscription.status !== 'past_due' && subscription.status !== 'incomplete') return
  subscription.status = 'active'
  updated(ledger, subscription)
}
