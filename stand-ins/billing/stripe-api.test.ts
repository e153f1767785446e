import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BillingFixture } from './testing/billing-fixture.ts'

const billing = new BillingFixture()
beforeEach(() => billing.open())
afterEach(() => billing.close())

const makeCustomer = (email = 'pat@example.com') =>
  billing.stripe.customers.create({ email, metadata: { userId: 'U1' } })

/** Sends parameters that Stripe's types don't allow. */
const post = (path: string, fields: object) => billing.stripe.rawRequest('POST', path, fields)

describe("the billing stand-in's Stripe API", () => {
  it('returns 401 with a masked key for an invalid API key', async () => {
    await expect(billing.client('sk_test_somebody_else').customers.list()).rejects.toMatchObject({
      statusCode: 401,
      message: 'Invalid API Key provided: sk_test_*********else',
    })
  })

  it('creates, updates and lists customers', async () => {
    const { customers } = billing.stripe
    const { id } = await makeCustomer()
    await makeCustomer('other@example.com')
    const address = { line1: 'Main Street 1', country: 'DE' }
    const changed = await customers.update(id, { name: 'Pat', address, metadata: { legalNumber: '7' } })
    expect(changed).toMatchObject({
      object: 'customer',
      name: 'Pat',
      address: { line1: 'Main Street 1', country: 'DE', city: null },
      metadata: { userId: 'U1', legalNumber: '7' },
    })
    expect(await customers.list({ email: 'pat@example.com' })).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ id }],
    })
    const first = await customers.list({ limit: 1 })
    expect(first).toMatchObject({ has_more: true, data: [{ email: 'other@example.com' }] })
    const second = await customers.list({ limit: 1, starting_after: first.data[0]?.id ?? '' })
    expect(second).toMatchObject({ has_more: false, data: [{ id }] })
  })

  const trialFor = (customer: string) => ({ customer, items: [{ price: 'price_trial' }] })

  it.each<[string, object, string, string, string]>([
    ['customers', { surname: 'X' }, 'parameter_unknown', 'surname', 'Received unknown parameter: surname'],
    [
      'customers',
      { address: { street: 'X' } },
      'parameter_unknown',
      'address[street]',
      'Received unknown parameter: address[street]',
    ],
    [
      'subscriptions',
      { items: [{ price: 'price_trial' }] },
      'parameter_missing',
      'customer',
      'Missing required param: customer.',
    ],
    [
      'subscriptions',
      { ...trialFor('cus_none'), trial_period_days: 'x' },
      'parameter_invalid_integer',
      'trial_period_days',
      'Invalid integer: x',
    ],
    ['subscriptions', trialFor('cus_none'), 'resource_missing', 'customer', "No such customer: 'cus_none'"],
    [
      'checkout/sessions',
      { customer: 'cus_none', mode: 'setup', success_url: 'nowhere' },
      'url_invalid',
      'success_url',
      'Not a valid URL',
    ],
  ])(
    "refuses invalid parameters with Stripe's error: POST %s with %j",
    async (path, fields, code, param, message) => {
      await expect(post(`/v1/${path}`, fields)).rejects.toMatchObject({
        statusCode: 400,
        type: 'StripeInvalidRequestError',
        code,
        param,
        message,
      })
    },
  )

  it('replays the response for a repeated idempotency key, also after a restart, and refuses the key with a different body', async () => {
    const create = (email: string) => billing.stripe.customers.create({ email }, { idempotencyKey: 'key-1' })
    const { lastResponse: _, ...first } = await create('a@example.com')
    await billing.stop()
    await billing.start()
    const again = await create('a@example.com')
    expect(again).toMatchObject(first)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(create('b@example.com')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    expect((await billing.stripe.customers.list()).data).toMatchObject([{ email: 'a@example.com' }])
  })

  it('starts a trial, changes its price, expands the requested fields and cancels the subscription', async () => {
    const { subscriptions } = billing.stripe
    const { id: customer } = await makeCustomer()
    const made = await subscriptions.create({ ...trialFor(customer), trial_period_days: 30 })
    const end = Math.floor(Date.now() / 1_000) + 30 * 86_400
    expect(made).toMatchObject({ status: 'trialing', items: { data: [{ price: { id: 'price_trial' } }] } })
    expect(Math.abs(Number(made.trial_end) - end)).toBeLessThan(5)
    const items = [{ id: made.items.data[0]?.id, price: 'price_monthly' }]
    await subscriptions.update(made.id, { items, proration_behavior: 'none' })
    const expanded = { expand: ['customer', 'latest_invoice'] }
    expect(await subscriptions.retrieve(made.id, expanded)).toMatchObject({
      status: 'trialing',
      customer: { email: 'pat@example.com' },
      latest_invoice: { total: 0, status: 'paid' },
      items: { data: [{ price: { metadata: { planCode: 'monthly', exceededFreeTier: 'true' } } }] },
    })
    expect(await subscriptions.cancel(made.id)).toMatchObject({ status: 'canceled' })
    const count = async (more: Stripe.SubscriptionListParams) =>
      (await subscriptions.list({ customer, ...more })).data.length
    expect([await count({}), await count({ status: 'all' })]).toEqual([0, 1])
  })

  it('simulates an outage while the API for scripts keeps working', async () => {
    const list = () => billing.stripe.customers.list()
    await billing.put('/api/failure', { mode: 'error' })
    await expect(list()).rejects.toMatchObject({ statusCode: 500 })
    expect((await fetch(`${billing.origin}/api/customers`)).status).toBe(200)
    await billing.put('/api/failure', { mode: 'down' })
    await expect(list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    await billing.put('/api/failure', { mode: 'none' })
    expect((await list()).data).toEqual([])
  })
})
