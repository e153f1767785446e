/**
 * Compares every request that the gateway sends with the shape expected here.
 *
 * Each shape must satisfy the parameter type of the package `stripe`, or this file does not compile. Stripe generates those
 * types from its published API description. At run time the gateway must send exactly that shape in Stripe's form encoding.
 * The last test fails for another version of the description (the package's file OPENAPI_VERSION), so that a developer
 * reviews the changes.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import type { BillingGateway } from './billing.ts'
import { StripeBilling } from './billing-stripe.ts'

interface Recorded {
  method: string
  path: string
  /** Decoded and sorted. */
  fields: string[]
  headers: NodeJS.Dict<string | string[]>
}

const list = (...data: object[]) => ({ object: 'list', data, has_more: false, url: '/' })
const price = { id: 'price_trial', metadata: {} }
const subscription = {
  id: 'sub_1',
  status: 'trialing',
  metadata: {},
  default_payment_method: 'pm_old',
  trial_end: 1_800_000_000,
  items: { data: [{ id: 'si_1', price, current_period_end: 1_800_000_000 }] },
}
const customer = {
  id: 'cus_1',
  email: 'pat@example.com',
  metadata: {},
  invoice_settings: { default_payment_method: null },
  default_source: null,
}
const setupIntent = { id: 'seti_1', customer: 'cus_1', payment_method: 'pm_new' }

/** The minimal responses that the gateway needs. */
const answers: Record<string, object> = {
  'GET /v1/customers': list(),
  'GET /v1/subscriptions': list(subscription),
  'GET /v1/invoices': list({ id: 'in_1', status: 'open', currency: 'usd' }),
  'GET /v1/setup_intents/seti_1': setupIntent,
  'GET /v1/checkout/sessions': list({ id: 'cs_1' }),
  'POST /v1/checkout/sessions': { url: 'https://pay.example/checkout' },
  'POST /v1/billing_portal/sessions': { url: 'https://pay.example/portal' },
}

let recorded: Recorded[] = []
const provider = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const fields = new URLSearchParams(request.method === 'GET' ? search : await text(request))
  recorded.push({
    method: request.method ?? '',
    path: pathname,
    fields: [...fields].map((pair) => pair.join('=')).sort(),
    headers: request.headers,
  })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers[`${request.method} ${pathname}`] ?? customer))
})

let config: Config
let gateway: BillingGateway
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const address = provider.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  config = readConfig({ NODE_ENV: 'test', STRIPE_API_URL: `http://127.0.0.1:${port}` })
  gateway = new StripeBilling(config)
})
afterAll(() => {
  provider.close()
  provider.closeAllConnections()
})
beforeEach(() => {
  recorded = []
})

/** Stripe's form encoding: `a[b][0]=value`. */
function encoded(value: unknown, name = ''): string[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [`${name}=${String(value)}`]
  return Object.entries(value).flatMap(([key, part]) => encoded(part, name === '' ? key : `${name}[${key}]`))
}

const details = {
  name: 'Engines Ltd.',
  phone: '+442079460000',
  address: { line1: 'Street 1', line2: '', postal_code: 'N1', city: 'London', state: '', country: 'GB' },
  metadata: { userId: 'U1', contactName: 'Ada Lovelace', legalNumber: '', taxIdentificationNumber: 'GB1' },
}
const hosted = { customerId: 'cus_1', doneUrl: 'https://us.example/done', backUrl: 'https://us.example/back' }
const now = new Date('2026-11-21T12:00:00Z')

const ofCustomer = (limit: number) => ({ customer: 'cus_1', limit })
const subscriptionsLive = ofCustomer(100) satisfies Stripe.SubscriptionListParams
const toMonthly = {
  items: [{ id: 'si_1', price: 'price_monthly' }],
  proration_behavior: 'none',
} satisfies Stripe.SubscriptionUpdateParams

type Row = [string, () => Promise<unknown>, [string, object][]]

/** The open page belongs to no call, so each call closes it. */
const otherPagesClosed: Row[2] = [
  [
    'GET /v1/checkout/sessions',
    { ...ofCustomer(100), status: 'open' } satisfies Stripe.Checkout.SessionListParams,
  ],
  ['POST /v1/checkout/sessions/cs_1/expire', {} satisfies Stripe.Checkout.SessionExpireParams],
]

const rows: Row[] = [
  ['reading a customer', () => gateway.readCustomer('cus_1'), [['GET /v1/customers/cus_1', {}]]],
  [
    'creating a customer',
    () => gateway.findOrCreateCustomer({ userId: 'U1', email: 'pat@example.com', name: 'Pat' }),
    [
      ['GET /v1/customers', { email: 'pat@example.com', limit: 100 } satisfies Stripe.CustomerListParams],
      [
        'POST /v1/customers',
        {
          email: 'pat@example.com',
          metadata: { userId: 'U1' },
          name: 'Pat',
        } satisfies Stripe.CustomerCreateParams,
      ],
    ],
  ],
  [
    'changing the email address',
    () => gateway.changeEmail('cus_1', 'new@example.com'),
    [['POST /v1/customers/cus_1', { email: 'new@example.com' } satisfies Stripe.CustomerUpdateParams]],
  ],
  [
    'saving the details',
    () => gateway.saveDetails('cus_1', details, now),
    [['POST /v1/customers/cus_1', details satisfies Stripe.CustomerUpdateParams]],
  ],
  [
    'starting the trial',
    () => gateway.startTrial('cus_1', 'U1'),
    [
      [
        'POST /v1/subscriptions',
        {
          customer: 'cus_1',
          items: [{ price: 'price_trial' }],
          trial_period_days: 30,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          metadata: { userId: 'U1' },
        } satisfies Stripe.SubscriptionCreateParams,
      ],
    ],
  ],
  [
    'reading the state',
    () => gateway.readState('cus_1', now),
    [
      ['GET /v1/customers/cus_1', {}],
      [
        'GET /v1/subscriptions',
        { ...subscriptionsLive, status: 'all' } satisfies Stripe.SubscriptionListParams,
      ],
      ['GET /v1/invoices', ofCustomer(100) satisfies Stripe.InvoiceListParams],
    ],
  ],
  [
    'listing the invoices',
    () => gateway.listInvoices('cus_1', now),
    [['GET /v1/invoices', ofCustomer(24) satisfies Stripe.InvoiceListParams]],
  ],
  [
    'ending the subscriptions',
    () => gateway.endSubscriptions('cus_1'),
    [
      ...otherPagesClosed,
      ['GET /v1/subscriptions', subscriptionsLive],
      ['DELETE /v1/subscriptions/sub_1', {} satisfies Stripe.SubscriptionCancelParams],
    ],
  ],
  [
    'opening the page for a payment method',
    () => gateway.openSetup(hosted),
    [
      ...otherPagesClosed,
      [
        'POST /v1/checkout/sessions',
        {
          mode: 'setup',
          customer: 'cus_1',
          allowed_payment_method_types: ['card'],
          success_url: hosted.doneUrl,
          cancel_url: hosted.backUrl,
        } satisfies Stripe.Checkout.SessionCreateParams,
      ],
      ...otherPagesClosed,
    ],
  ],
  [
    'opening the page for the monthly subscription',
    () => gateway.openSubscribe({ ...hosted, userId: 'U1' }),
    [
      ...otherPagesClosed,
      [
        'POST /v1/checkout/sessions',
        {
          mode: 'subscription',
          customer: 'cus_1',
          line_items: [{ price: 'price_monthly', quantity: 1 }],
          subscription_data: { metadata: { userId: 'U1' } },
          success_url: hosted.doneUrl,
          cancel_url: hosted.backUrl,
        } satisfies Stripe.Checkout.SessionCreateParams,
      ],
      ...otherPagesClosed,
    ],
  ],
  ['closing the open checkout pages', () => gateway.closeCheckouts('cus_1'), otherPagesClosed],
  [
    'opening the customer portal',
    () => gateway.openPortal({ customerId: 'cus_1', backUrl: hosted.backUrl }),
    [
      [
        'POST /v1/billing_portal/sessions',
        { customer: 'cus_1', return_url: hosted.backUrl } satisfies Stripe.BillingPortal.SessionCreateParams,
      ],
    ],
  ],
  [
    'continuing after the trial',
    () => gateway.continueAfterTrial('cus_1'),
    [
      ['GET /v1/subscriptions', subscriptionsLive],
      ['POST /v1/subscriptions/sub_1', toMonthly],
    ],
  ],
  [
    'adopting a payment method',
    () => gateway.adoptPaymentMethod('cus_1', 'seti_1'),
    [
      ['GET /v1/setup_intents/seti_1', {}],
      [
        'POST /v1/customers/cus_1',
        {
          invoice_settings: { default_payment_method: 'pm_new' },
        } satisfies Stripe.CustomerUpdateParams,
      ],
      ['GET /v1/subscriptions', subscriptionsLive],
      [
        'POST /v1/subscriptions/sub_1',
        { ...toMonthly, default_payment_method: 'pm_new' } satisfies Stripe.SubscriptionUpdateParams,
      ],
      ['GET /v1/invoices', { ...ofCustomer(100), status: 'open' } satisfies Stripe.InvoiceListParams],
      ['POST /v1/invoices/in_1/pay', {} satisfies Stripe.InvoicePayParams],
    ],
  ],
]

it.each(rows)(
  'the Stripe gateway sends exactly the expected requests for %s',
  async (_what, act, expected) => {
    await act()
    const sent = recorded.map(({ method, path, fields }) => [`${method} ${path}`, fields])
    expect(sent).toEqual(expected.map(([call, shape]) => [call, encoded(shape).sort()]))
  },
)

it('the Stripe gateway sends API key and version with every request, and an idempotency key with every write', async () => {
  for (const [, act] of rows) await act()
  const { STRIPE_SECRET_KEY } = readConfig({ NODE_ENV: 'test' })
  for (const { method, headers } of recorded) {
    expect(headers.authorization).toBe(`Bearer ${STRIPE_SECRET_KEY}`)
    expect(headers['stripe-version']).toBe(Stripe.API_VERSION)
    if (method === 'GET') continue
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(headers['idempotency-key']).toMatch(/.+/)
  }
  expect(rows.length).toBe(askingMethods().length)
})

/** The methods that send requests. Each must have a row above. */
function askingMethods(): string[] {
  const all = Object.getOwnPropertyNames(Object.getPrototypeOf(gateway))
  return all.filter((name) => name !== 'constructor' && name !== 'readEvent')
}

it('the package stripe has the API description that the expected requests were written for', () => {
  const folder = new URL('..', import.meta.resolve('stripe'))
  expect(readFileSync(new URL('OPENAPI_VERSION', folder), 'utf8').trim()).toBe('v2596')
})
