/** The calls for sessions of the hosted checkout and the customer portal. */
import { newId } from './billing-state.ts'
import { pageOf, pageShape } from './pages-of-lists.ts'
import { fields, flag, instantOr, integer, listOf, metadata, oneOf, required, text } from './parameters.ts'
import { noSuch, StripeError } from './stripe-error.ts'
import type { CheckoutSession, PortalSession } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'
import { priceFor, trialEndOf } from './subscription-calls.ts'

const daySeconds = 86_400

const address = {
  read(raw: unknown, path: string): string {
    if (
      typeof raw === 'string' &&
      /^https?:\/\//.test(raw) &&
      URL.canParse(raw.replace('{', '').replace('}', ''))
    )
      return raw
    throw new StripeError('Not a valid URL', { code: 'url_invalid', param: path })
  },
}

const checkoutShape = {
  allowed_payment_method_types: listOf(oneOf('card')),
  cancel_url: address,
  client_reference_id: text(200),
  currency: oneOf('usd'),
  customer: required(text()),
  line_items: listOf(fields({ price: required(text()), quantity: integer })),
  locale: text(),
  metadata,
  mode: required(oneOf('setup', 'subscription')),
  payment_method_collection: oneOf('always', 'if_required'),
  setup_intent_data: fields({ metadata, description: text() }),
  subscription_data: fields({
    metadata,
    description: text(500),
    trial_end: instantOr('now'),
    trial_period_days: integer,
  }),
  success_url: required(address),
  ui_mode: oneOf('hosted_page'),
  allow_promotion_codes: flag,
}

function registerCheckoutCalls(server: StripeServer): void {
  const { ledger } = server
  const { checkout_sessions: sessions, setup_intents: setups } = ledger.state

  server.post('/checkout/sessions', checkoutShape, ({ given }) => {
    const customer = ledger.customer(given.customer)
    const [line] = given.line_items ?? []
    const isSetup = given.mode === 'setup'
    if (isSetup && line)
      throw new StripeError('You can not pass `line_items` in `setup` mode.', { param: 'line_items' })
    if (isSetup && !given.currency && !given.allowed_payment_method_types)
      throw new StripeError(
        'You must provide `currency` in `setup` mode when `allowed_payment_method_types` is not set.',
        { code: 'parameter_missing', param: 'currency' },
      )
    if (!isSetup && !line)
      throw new StripeError('Missing required param: line_items.', {
        code: 'parameter_missing',
        param: 'line_items',
      })
    const price = line && priceFor(line.price, 'line_items[0][price]')
    const now = ledger.now()
    const id = newId('cs_test')
    const setupId = newId('seti')
    if (isSetup)
      setups[setupId] = {
        id: setupId,
        object: 'setup_intent',
        created: now,
        customer: customer.id,
        description: null,
        last_setup_error: null,
        livemode: false,
        metadata: given.setup_intent_data?.metadata ?? {},
        payment_method: null,
        payment_method_types: ['card'],
        status: 'requires_payment_method',
        usage: 'off_session',
      }
    const trialEnd = trialEndOf(ledger.now(customer.id), given.subscription_data ?? {})
    if (price)
      ledger.state.checkoutOrders[id] = {
        priceId: price.id,
        trialEnd,
        metadata: given.subscription_data?.metadata ?? {},
      }
    const session: CheckoutSession = {
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
      setup_intent: isSetup ? setupId : null,
      status: 'open',
      subscription: null,
      success_url: given.success_url,
      ui_mode: 'hosted_page',
      url: `${ledger.origin}/checkout/${id}`,
    }
    sessions[id] = session
    return session
  })

  const listShape = { ...pageShape, customer: text(), status: text() }
  server.get('/checkout/sessions', listShape, ({ given }) => {
    const all = Object.values(sessions).reverse()
    const wanted = all.filter(
      ({ customer, status }) =>
        (given.customer === undefined || customer === given.customer) &&
        (given.status === undefined || status === given.status),
    )
    return pageOf(wanted, given, '/v1/checkout/sessions')
  })
  const find = (id: string) => {
    const session = sessions[id]
    if (!session) throw noSuch('checkout.session', id)
    return session
  }
  server.get('/checkout/sessions/:id', {}, ({ id }) => find(id))
  server.post('/checkout/sessions/:id/expire', {}, ({ id }) => {
    const session = find(id)
    if (session.status !== 'open') throw new StripeError('Only open Checkout Sessions can be expired.')
    Object.assign(session, { status: 'expired', url: null })
    ledger.emit('checkout.session.expired', session)
    return session
  })
}

function registerPortalCalls(server: StripeServer): void {
  const { ledger } = server
  const shape = { configuration: text(), customer: required(text()), locale: text(), return_url: address }
  server.post('/billing_portal/sessions', shape, ({ given }) => {
    const id = newId('bps')
    const session: PortalSession = {
      id,
      object: 'billing_portal.session',
      configuration: given.configuration ?? 'bpc_default',
      created: ledger.now(),
      customer: ledger.customer(given.customer).id,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: given.return_url ?? null,
      url: `${ledger.origin}/portal/${id}`,
    }
    ledger.state.portal_sessions[id] = session
    return session
  })
}

export function registerSessionCalls(server: StripeServer): void {
  registerCheckoutCalls(server)
  registerPortalCalls(server)
}
