/** The calls that change customers, subscriptions and invoices. */
import * as z from 'zod/mini'
import { type BillingLedger, daySeconds } from './billing-ledger.ts'
import { priceFor } from './catalog.ts'
import { createCustomer, makeDefault, writeCustomer } from './customers.ts'
import { methodOf, payInvoice, settle } from './invoices.ts'
import { clearable, fields, flag, instant, integer, metadata, text } from './parameters.ts'
import { cardError, noSuch, StripeError } from './stripe-error.ts'
import type { Subscription } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'
import { endTrial } from './subscription-clock.ts'
import { cancelSubscription, createSubscription, liveSubscriptions, updated } from './subscriptions.ts'

const longestTrialDays = 730

const customerShape = fields({
  address: clearable(
    fields({
      city: text(),
      country: text(2),
      line1: text(),
      line2: text(),
      postal_code: text(),
      state: text(),
    }),
  ),
  description: text(),
  email: text(512),
  invoice_settings: fields({ default_payment_method: text() }),
  metadata,
  name: text(256),
  phone: text(20),
})

function registerCustomerCalls(server: StripeServer): void {
  const { ledger } = server

  server.serve('POST', '/customers', customerShape, ({ invoice_settings: _, ...given }) =>
    createCustomer(ledger, given),
  )

  server.serve('POST', '/customers/:id', customerShape, ({ invoice_settings: settings, ...given }, id) => {
    const customer = ledger.customer(id, 'id')
    const method = settings?.default_payment_method
    if (method && ledger.state.payment_methods[method]?.customer !== id)
      throw noSuch('PaymentMethod', method, 'invoice_settings[default_payment_method]', 400)
    writeCustomer(customer, given)
    if (method === undefined) ledger.emit('customer.updated', customer)
    else makeDefault(ledger, customer, method || null)
    return customer
  })

  server.serve('DELETE', '/customers/:id', fields({}), (_given, id) => {
    const customer = ledger.customer(id, 'id')
    for (const subscription of liveSubscriptions(ledger, id)) cancelSubscription(ledger, subscription)
    customer.deleted = true
    ledger.emit('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  })
}

const missingMethods = z.enum(['cancel', 'create_invoice', 'pause'])
const behaviors = z.enum([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
])
const subscriptionShape = fields({
  cancel_at: clearable(integer),
  cancel_at_period_end: flag,
  default_payment_method: text(),
  metadata,
  payment_behavior: behaviors,
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']),
  trial_end: instant,
  trial_settings: fields({ end_behavior: fields({ missing_payment_method: missingMethods }) }),
})
const createShape = z.extend(subscriptionShape, {
  customer: text(),
  items: z.array(z.strictObject({ price: text(), quantity: z.optional(integer) })),
  trial_period_days: z.optional(integer),
})
const updateShape = z.extend(subscriptionShape, {
  items: z.optional(z.array(fields({ id: text(), price: text(), quantity: integer }))),
})

/** Returns the end of a trial, given a number of days or a timestamp. */
export function trialEndOf(
  now: number,
  { trial_end: end, trial_period_days: days }: { trial_end?: number | 'now'; trial_period_days?: number },
): number | null {
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

function find(ledger: BillingLedger, id: string): Subscription {
  const subscription = ledger.state.subscriptions[id]
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}

function registerSubscriptionCalls(server: StripeServer): void {
  const { ledger } = server

  server.serve('POST', '/subscriptions', createShape, (given) => {
    const customer = ledger.customer(given.customer)
    const subscription = createSubscription(ledger, {
      customer: customer.id,
      price: priceFor(given.items[0]?.price ?? '', 'items[0][price]'),
      trialEnd: trialEndOf(ledger.now(customer.id), given),
      missingPaymentMethod: given.trial_settings?.end_behavior?.missing_payment_method,
      metadata: given.metadata,
      defaultPaymentMethod: given.default_payment_method || null,
      cancelAt: given.cancel_at,
      mustPay: given.payment_behavior === 'error_if_incomplete',
    })
    subscription.cancel_at_period_end = given.cancel_at_period_end ?? false
    return subscription
  })

  server.serve('POST', '/subscriptions/:id', updateShape, (given, id) => {
    const subscription = find(ledger, id)
    if (subscription.status === 'canceled')
      throw new StripeError('A canceled subscription can only update its cancellation_details and metadata.')
    update(ledger, subscription, given)
    return subscription
  })

  server.serve('DELETE', '/subscriptions/:id', fields({ invoice_now: flag, prorate: flag }), (_given, id) => {
    const subscription = find(ledger, id)
    if (subscription.status === 'canceled') throw noSuch('subscription', id)
    cancelSubscription(ledger, subscription)
    return subscription
  })
}

function update(
  ledger: BillingLedger,
  subscription: Subscription,
  given: z.output<typeof updateShape>,
): void {
  const now = ledger.now(subscription.customer)
  const [item] = given.items ?? []
  const [held] = subscription.items.data
  if (item?.id !== undefined && item.id !== held.id)
    throw noSuch('subscription_item', item.id, 'items[0][id]', 400)
  if (item?.price !== undefined) held.price = priceFor(item.price, 'items[0][price]')
  if (given.default_payment_method !== undefined)
    subscription.default_payment_method = given.default_payment_method || null
  if (given.cancel_at !== undefined) subscription.cancel_at = given.cancel_at
  if (given.cancel_at_period_end !== undefined) subscription.cancel_at_period_end = given.cancel_at_period_end
  Object.assign(subscription.trial_settings.end_behavior, given.trial_settings?.end_behavior)
  Object.assign(subscription.metadata, given.metadata)
  const trialEnd = trialEndOf(now, given)
  if (trialEnd !== null) {
    subscription.trial_end = trialEnd
    subscription.status = 'trialing'
    held.current_period_end = trialEnd
  }
  if (given.trial_end === 'now' && subscription.status === 'trialing') endTrial(ledger, subscription, now)
  else updated(ledger, subscription)
}

function registerInvoiceCalls(server: StripeServer): void {
  const { ledger } = server

  const payShape = fields({ payment_method: text(), paid_out_of_band: flag })
  server.serve('POST', '/invoices/:id/pay', payShape, (given, id) => {
    const invoice = ledger.state.invoices[id]
    if (!invoice) throw noSuch('invoice', id)
    if (given.paid_out_of_band && invoice.status === 'open') settle(ledger, invoice)
    const subscription = find(ledger, invoice.parent.subscription_details.subscription)
    const refusal = payInvoice(ledger, invoice, given.payment_method ?? methodOf(ledger, subscription))
    if (refusal !== undefined) throw cardError(refusal)
    return invoice
  })
}

export function registerWriteCalls(server: StripeServer): void {
  registerCustomerCalls(server)
  registerSubscriptionCalls(server)
  registerInvoiceCalls(server)
}
