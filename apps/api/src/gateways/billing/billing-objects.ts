/** Converts Stripe's customers, subscriptions and events. */
import type { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import type { BillingEvent, ProviderCustomer, ProviderSubscription } from './billing.ts'

type Prices = Pick<Config, 'STRIPE_TRIAL_PRICE' | 'STRIPE_MONTHLY_PRICE'>

/** Returns the id of an object that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

export function customerOf(customer: Stripe.Customer | Stripe.DeletedCustomer): ProviderCustomer | undefined {
  if (customer.deleted) return undefined
  return { id: customer.id, email: customer.email, userId: customer.metadata.userId ?? null }
}

export function hasDefaultMethod(customer: Stripe.Customer): boolean {
  return customer.invoice_settings.default_payment_method !== null || customer.default_source !== null
}

const ended = ['canceled', 'incomplete_expired']
/** Statuses from most to least relevant. A user with several subscriptions is shown the most relevant one. */
const precedence = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', ...ended]

export function isLive({ status }: Stripe.Subscription): boolean {
  return !ended.includes(status)
}

/** Whether the customer pays for it or will. An incomplete one was never paid and ends by itself. */
export const isCharged = (subscription: Stripe.Subscription): boolean =>
  isLive(subscription) && subscription.status !== 'incomplete'

function rankOf({ status }: Stripe.Subscription): number {
  const rank = precedence.indexOf(status)
  return rank < 0 ? precedence.length : rank
}

function planOf(price: Stripe.Price | undefined, prices: Prices): string {
  if (price?.metadata.planCode) return price.metadata.planCode
  if (price?.id === prices.STRIPE_TRIAL_PRICE) return 'trial'
  if (price?.id === prices.STRIPE_MONTHLY_PRICE) return 'monthly'
  return price?.lookup_key ?? price?.id ?? 'free'
}

export const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

function subscriptionOf(subscription: Stripe.Subscription, prices: Prices): ProviderSubscription {
  const { id, status, metadata, trial_end, cancel_at, cancel_at_period_end, ended_at, items } = subscription
  const [item] = items.data
  const planCode = metadata.planCode || planOf(item?.price, prices)
  const said = metadata.exceededFreeTier ?? item?.price.metadata.exceededFreeTier
  const isTrial = status === 'trialing'
  const isEnding = cancel_at_period_end ? (item?.current_period_end ?? null) : null
  return {
    id,
    status,
    planCode,
    isTrial,
    endingAt: dateOf(isTrial ? trial_end : (ended_at ?? cancel_at ?? isEnding)),
    isCanceled: cancel_at_period_end || cancel_at !== null,
    isFreeTierExceeded: said === undefined ? planCode === 'monthly' : said === 'true',
  }
}

/** Picks the subscription with the most relevant status, then the newest. */
export function subscriptionThatCounts(
  subscriptions: readonly Stripe.Subscription[],
  prices: Prices,
): ProviderSubscription | null {
  const [first] = subscriptions.toSorted((a, b) => rankOf(a) - rankOf(b) || b.created - a.created)
  return first ? subscriptionOf(first, prices) : null
}

const families = ['customer.', 'invoice.', 'payment_method.', 'checkout.session.', 'setup_intent.']

/** Reads the event's customer and setup intent. Ignores both for unknown event types. */
export function subjectOf(event: Stripe.Event): BillingEvent {
  const { id, type } = event
  const subject = event.data.object as unknown as Record<string, unknown>
  const isOurs = families.some((family) => type.startsWith(family))
  const customer = subject.object === 'customer' ? subject : subject.customer
  const customerId = idOf(customer as string | { id: string } | null | undefined)
  const setup = type === 'checkout.session.completed' ? subject.setup_intent : undefined
  return {
    id,
    type,
    customerId: isOurs ? customerId : undefined,
    setupIntentId: idOf(setup as string | { id: string } | null | undefined),
    isTrialEnding: type === 'customer.subscription.trial_will_end',
    isCheckoutCompleted: type === 'checkout.session.completed',
  }
}

/** Returns undefined if the object doesn't exist, or belongs to a deleted customer. */
export async function unlessMissing<T>({ errors }: Stripe, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined
    throw error
  }
}
