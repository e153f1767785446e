/** The calls for sessions of the hosted checkout and the customer portal. */
import * as z from 'zod/mini'
import { daySeconds, newId } from './billing-ledger.ts'
import { priceFor } from './catalog.ts'
import { fields, flag, instant, integer, metadata, text, url } from './parameters.ts'
import { noSuch, StripeError } from './stripe-error.ts'
import { type CheckoutSession, make, type PortalSession, type SetupIntent } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'
import { trialEndOf } from './write-calls.ts'

const optional = fields({
  allowed_payment_method_types: z.array(z.enum(['card'])),
  allow_promotion_codes: flag,
  cancel_url: url,
  client_reference_id: text(200),
  currency: z.enum(['usd']),
  line_items: z.array(z.strictObject({ price: text(), quantity: z.optional(integer) })),
  locale: text(),
  metadata,
  setup_intent_data: fields({ metadata }),
  subscription_data: fields({ metadata, trial_end: instant, trial_period_days: integer }),
})
const checkoutShape = z.extend(optional, {
  customer: text(),
  mode: z.enum(['setup', 'subscription']),
  success_url: url,
})

function missing(param: string, message = `Missing required param: ${param}.`): StripeError {
  return new StripeError(message, { code: 'parameter_missing', param })
}

export function registerSessionCalls(server: StripeServer): void {
  const { ledger } = server
  const { checkout_sessions: sessions, setup_intents: setups } = ledger.state

  server.serve('POST', '/checkout/sessions', checkoutShape, (given) => {
    const customer = ledger.customer(given.customer)
    const [line] = given.line_items ?? []
    const isSetup = given.mode === 'setup'
    if (isSetup && line)
      throw new StripeError('You can not pass `line_items` in `setup` mode.', { param: 'line_items' })
    if (isSetup && !given.currency && !given.allowed_payment_method_types)
      throw missing(
        'currency',
        'You must provide `currency` in `setup` mode when `allowed_payment_method_types` is not set.',
      )
    if (!isSetup && !line) throw missing('line_items')
    const price = line && priceFor(line.price, 'line_items[0][price]')
    const now = ledger.now()
    const id = newId('cs_test')
    const setup = make<SetupIntent>({
      id: newId('seti'),
      object: 'setup_intent',
      created: now,
      customer: customer.id,
      livemode: false,
      metadata: given.setup_intent_data?.metadata ?? {},
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
      usage: 'off_session',
    })
    if (isSetup) setups[setup.id] = setup
    const { metadata: orderMetadata = {}, ...trial } = given.subscription_data ?? {}
    const trialEnd = trialEndOf(ledger.now(customer.id), trial)
    if (price) ledger.state.checkoutOrders[id] = { priceId: price.id, trialEnd, metadata: orderMetadata }
    const session = make<CheckoutSession>({
      id,
      object: 'checkout.session',
      amount_total: price ? (trialEnd === null ? price.unit_amount : 0) : null,
      cancel_url: given.cancel_url ?? null,
      client_reference_id: given.client_reference_id ?? null,
      created: now,
      currency: price ? 'usd' : null,
      customer: customer.id,
      expires_at: now + daySeconds,
      invoice: null,
      livemode: false,
      metadata: given.metadata ?? {},
      mode: given.mode,
      payment_method_types: ['card'],
      payment_status: isSetup ? 'no_payment_required' : 'unpaid',
      setup_intent: isSetup ? setup.id : null,
      status: 'open',
      subscription: null,
      success_url: given.success_url,
      ui_mode: 'hosted_page',
      url: `${ledger.origin}/checkout/${id}`,
    })
    sessions[id] = session
    return session
  })

  server.serve('POST', '/checkout/sessions/:id/expire', fields({}), (_given, id) => {
    const session = sessions[id]
    if (!session) throw noSuch('checkout.session', id)
    if (session.status !== 'open') throw new StripeError('Only open Checkout Sessions can be expired.')
    Object.assign(session, { status: 'expired', url: null })
    ledger.emit('checkout.session.expired', session)
    return session
  })

  const portalShape = z.extend(fields({ return_url: url, locale: text() }), { customer: text() })
  server.serve('POST', '/billing_portal/sessions', portalShape, (given) => {
    const id = newId('bps')
    const session = make<PortalSession>({
      id,
      object: 'billing_portal.session',
      created: ledger.now(),
      customer: ledger.customer(given.customer).id,
      livemode: false,
      return_url: given.return_url ?? null,
      url: `${ledger.origin}/portal/${id}`,
    })
    ledger.state.portal_sessions[id] = session
    return session
  })
}
