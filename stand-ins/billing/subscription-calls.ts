import type { BillingLedger } from './billing-ledger.ts'
import { findPrice } from './catalog.ts'
import { pageOf, pageShape } from './pages-of-lists.ts'
import {
  clearable,
  fields,
  flag,
  instantOr,
  integer,
  listOf,
  metadata,
  oneOf,
  type Read,
  required,
  text,
} from './parameters.ts'
import { noSuch, StripeError } from './stripe-error.ts'
import type { Price, Subscription } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'
import { endTrial } from './subscription-clock.ts'
import { cancelSubscription, changePrice, createSubscription, updated } from './subscriptions.ts'

const daySeconds = 86_400
const longestTrialDays = 730

const trialSettings = fields({
  end_behavior: fields({ missing_payment_method: oneOf('cancel', 'create_invoice', 'pause') }),
})

const shared = {
  cancel_at: clearable(integer),
  cancel_at_period_end: flag,
  default_payment_method: text(),
  description: text(500),
  metadata,
  off_session: flag,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
  trial_end: instantOr('now'),
  trial_settings: trialSettings,
}

const createShape = {
  ...shared,
  customer: required(text()),
  items: required(listOf(fields({ price: required(text()), quantity: integer, metadata }))),
  trial_period_days: integer,
}

const updateShape = {
  ...shared,
  items: listOf(fields({ id: text(), price: text(), quantity: integer, metadata })),
}

export function priceFor(id: string, param: string): Price {
  const price = findPrice(id)
  if (!price) throw noSuch('price', id, param, 400)
  return price
}

export function findSubscription(ledger: BillingLedger, id: string): Subscription {
  const subscription = ledger.state.subscriptions[id]
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}

/** Returns the end of a trial, given a number of days or a timestamp. */
export function trialEndOf(
  now: number,
  given: { trial_end?: number | 'now' | undefined; trial_period_days?: number | undefined },
): number | null {
  const { trial_end: end, trial_period_days: days } = given
  if (end !== undefined && days !== undefined)
    throw new StripeError('You may only specify one of these parameters: trial_end, trial_period_days.')
  if (days !== undefined && (days < 1 || days > longestTrialDays))
    throw new StripeError(`Invalid trial_period_days: must be from 1 to ${longestTrialDays}`, {
      param: 'trial_period_days',
    })
  if (days !== undefined) return now + days * daySeconds
  if (end === undefined || end === 'now') return null
  if (end <= now) throw new StripeError('Invalid trial_end: must be in the future', { param: 'trial_end' })
  return end
}

export function registerSubscriptionCalls(server: StripeServer): void {
  const { ledger } = server

  server.post('/subscriptions', createShape, ({ given }) => {
    const customer = ledger.customer(given.customer)
    const [item] = given.items
    if (!item)
      throw new StripeError('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
    const subscription = createSubscription(ledger, {
      customer: customer.id,
      price: priceFor(item.price, 'items[0][price]'),
      trialEnd: trialEndOf(ledger.now(customer.id), given),
      missingPaymentMethod: given.trial_settings?.end_behavior?.missing_payment_method ?? 'create_invoice',
      metadata: given.metadata ?? {},
      defaultPaymentMethod: given.default_payment_method || null,
      cancelAt: given.cancel_at ?? null,
      mustPay: given.payment_behavior === 'error_if_incomplete',
    })
    subscription.cancel_at_period_end = given.cancel_at_period_end ?? false
    return subscription
  })

  const statuses = oneOf('all', 'active', 'trialing', 'past_due', 'incomplete', 'paused', 'canceled', 'ended')
  const listShape = { ...pageShape, customer: text(), price: text(), status: statuses }
  server.get('/subscriptions', listShape, ({ given }) => {
    const isWanted = ({ customer, status, items }: Subscription) =>
      (given.customer === undefined || customer === given.customer) &&
      (given.price === undefined || items.data.some(({ price }) => price.id === given.price)) &&
      (given.status === 'all' ||
        (given.status === undefined ? status !== 'canceled' : status === given.status))
    const all = Object.values(ledger.state.subscriptions).filter(isWanted).reverse()
    return pageOf(all, given, '/v1/subscriptions')
  })

  server.get('/subscriptions/:id', {}, ({ id }) => findSubscription(ledger, id))

  server.post('/subscriptions/:id', updateShape, ({ id, given }) => {
    const subscription = findSubscription(ledger, id)
    if (subscription.status === 'canceled')
      throw new StripeError('A canceled subscription can only update its cancellation_details and metadata.')
    update(ledger, subscription, given)
    return subscription
  })

  const cancelShape = { invoice_now: flag, prorate: flag }
  server.delete('/subscriptions/:id', cancelShape, ({ id }) => {
    const subscription = findSubscription(ledger, id)
    if (subscription.status === 'canceled') throw noSuch('subscription', id)
    cancelSubscription(ledger, subscription)
    return subscription
  })
}

function update(ledger: BillingLedger, subscription: Subscription, given: Read<typeof updateShape>): void {
  const now = ledger.now(subscription.customer)
  const [item] = given.items ?? []
  const [held] = subscription.items.data
  if (item?.id !== undefined && item.id !== held?.id)
    throw noSuch('subscription_item', item.id, 'items[0][id]', 400)
  if (item?.price !== undefined) changePrice(subscription, priceFor(item.price, 'items[0][price]'))
  if (given.default_payment_method !== undefined)
    subscription.default_payment_method = given.default_payment_method || null
  if (given.cancel_at !== undefined) subscription.cancel_at = given.cancel_at
  if (given.cancel_at_period_end !== undefined) subscription.cancel_at_period_end = given.cancel_at_period_end
  const missing = given.trial_settings?.end_behavior?.missing_payment_method
  if (missing !== undefined) subscription.trial_settings.end_behavior.missing_payment_method = missing
  Object.assign(subscription.metadata, given.metadata)
  if (given.trial_end === 'now') {
    if (subscription.status === 'trialing') endTrial(ledger, subscription, now)
    return
  }
  if (given.trial_end !== undefined) {
    const end = trialEndOf(now, given)
    subscription.trial_end = end
    if (held && end !== null) held.current_period_end = end
    subscription.status = 'trialing'
  }
  updated(ledger, subscription)
}
