import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BillingFixture } from './testing/billing-fixture.ts'
import { StripeClient } from './testing/stripe-client.ts'

const billing = new BillingFixture()
beforeEach(() => billing.open())
afterEach(() => billing.close())

async function makeCustomer(email = 'pat@example.com'): Promise<string> {
  const { body } = await billing.stripe.post('/customers', { email, 'metadata[userId]': 'U1' })
  return body.id
}

describe("the billing stand-in's Stripe API", () => {
  it('returns 401 with a masked key for an invalid API key', async () => {
    const reply = await new StripeClient(billing.origin, 'sk_test_somebody_else').get('/customers')
    expect(reply.status).toBe(401)
    expect(reply.body.error).toMatchObject({
      type: 'invalid_request_error',
      message: 'Invalid API Key provided: sk_test_*********else',
    })
  })

  it('creates, updates, searches and lists customers', async () => {
    const id = await makeCustomer()
    await makeCustomer('other@example.com')
    const changed = await billing.stripe.post(`/customers/${id}`, {
      name: 'Pat',
      'address[line1]': 'Main Street 1',
      'address[country]': 'DE',
      'metadata[legalNumber]': '7',
    })
    expect(changed.body).toMatchObject({
      object: 'customer',
      name: 'Pat',
      address: { line1: 'Main Street 1', country: 'DE', city: null },
      metadata: { userId: 'U1', legalNumber: '7' },
    })
    const listed = await billing.stripe.get('/customers?email=pat%40example.com')
    expect(listed.body).toMatchObject({ object: 'list', has_more: false, data: [{ id }] })
    const query = encodeURIComponent(`metadata["userId"]:"U1" AND email:"pat@example.com"`)
    const found = await billing.stripe.get(`/customers/search?query=${query}`)
    expect(found.body).toMatchObject({ object: 'search_result', data: [{ id }] })
    const first = await billing.stripe.get('/customers?limit=1')
    expect(first.body).toMatchObject({ has_more: true, data: [{ email: 'other@example.com' }] })
    const second = await billing.stripe.get(
      `/customers?limit=1&starting_after=${(first.body.data as { id: string }[])[0]?.id}`,
    )
    expect(second.body).toMatchObject({ has_more: false, data: [{ id }] })
  })

  it.each([
    ['/customers', { surname: 'X' }, 'parameter_unknown', 'surname', 'Received unknown parameter: surname'],
    [
      '/customers',
      { 'address[street]': 'X' },
      'parameter_unknown',
      'address[street]',
      'Received unknown parameter: address[street]',
    ],
    [
      '/subscriptions',
      { 'items[0][price]': 'price_trial' },
      'parameter_missing',
      'customer',
      'Missing required param: customer.',
    ],
    [
      '/subscriptions',
      { customer: 'cus_none', 'items[0][price]': 'price_trial', trial_period_days: 'x' },
      'parameter_invalid_integer',
      'trial_period_days',
      'Invalid integer: x',
    ],
    [
      '/subscriptions',
      { customer: 'cus_none', 'items[0][price]': 'price_trial' },
      'resource_missing',
      'customer',
      "No such customer: 'cus_none'",
    ],
    [
      '/checkout/sessions',
      { customer: 'cus_none', mode: 'setup', success_url: 'nowhere' },
      'url_invalid',
      'success_url',
      'Not a valid URL',
    ],
  ])(
    "refuses invalid parameters with Stripe's error: POST %s with %j",
    async (path, fields, code, param, message) => {
      const reply = await billing.stripe.post(path, fields as unknown as Record<string, string>)
      expect(reply.status).toBe(400)
      expect(reply.body.error).toMatchObject({ type: 'invalid_request_error', code, param, message })
    },
  )

  it('replays the response for a repeated idempotency key, and refuses the key with a different body', async () => {
    const first = await billing.stripe.post('/customers', { email: 'a@example.com' }, 'key-1')
    const again = await billing.stripe.post('/customers', { email: 'a@example.com' }, 'key-1')
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await billing.stripe.post('/customers', { email: 'b@example.com' }, 'key-1')
    expect(other.status).toBe(400)
    expect(other.body.error).toMatchObject({ type: 'idempotency_error' })
    expect((await billing.stripe.get('/customers')).body.data).toHaveLength(1)
  })

  it('keeps customers and idempotency keys across a restart', async () => {
    const first = await billing.stripe.post('/customers', { email: 'a@example.com' }, 'key-1')
    await billing.stop()
    await billing.start()
    const again = await billing.stripe.post('/customers', { email: 'a@example.com' }, 'key-1')
    expect(again.body).toEqual(first.body)
    expect((await billing.stripe.get(`/customers/${first.body.id}`)).body).toMatchObject({
      email: 'a@example.com',
    })
  })

  it('starts a trial, changes its price, expands the requested fields and cancels the subscription', async () => {
    const customer = await makeCustomer()
    const { body } = await billing.stripe.post('/subscriptions', {
      customer,
      'items[0][price]': 'price_trial',
      trial_period_days: '30',
    })
    const end = Math.floor(Date.now() / 1_000) + 30 * 86_400
    expect(body).toMatchObject({ status: 'trialing', items: { data: [{ price: { id: 'price_trial' } }] } })
    expect(Math.abs(Number(body.trial_end) - end)).toBeLessThan(5)
    const item = (body.items as { data: { id: string }[] }).data[0]?.id ?? ''
    await billing.stripe.post(`/subscriptions/${body.id}`, {
      'items[0][id]': item,
      'items[0][price]': 'price_monthly',
      proration_behavior: 'none',
    })
    const read = await billing.stripe.get(
      `/subscriptions/${body.id}?expand[]=customer&expand[]=latest_invoice`,
    )
    expect(read.body).toMatchObject({
      status: 'trialing',
      customer: { email: 'pat@example.com' },
      latest_invoice: { total: 0, status: 'paid' },
      items: { data: [{ price: { metadata: { planCode: 'monthly', exceededFreeTier: 'true' } } }] },
    })
    const ended = await billing.stripe.delete(`/subscriptions/${body.id}`)
    expect(ended.body).toMatchObject({ status: 'canceled' })
    expect((await billing.stripe.get(`/subscriptions?customer=${customer}`)).body.data).toEqual([])
    expect(
      (await billing.stripe.get(`/subscriptions?customer=${customer}&status=all`)).body.data,
    ).toHaveLength(1)
  })

  it('simulates an outage while the API for scripts keeps working', async () => {
    await billing.put('/api/failure', { mode: 'error' })
    const reply = await billing.stripe.get('/customers')
    expect(reply.status).toBe(500)
    expect((await fetch(`${billing.origin}/api/customers`)).status).toBe(200)
    await billing.put('/api/failure', { mode: 'down' })
    await expect(billing.stripe.get('/customers')).rejects.toThrow()
    await billing.put('/api/failure', { mode: 'none' })
    expect((await billing.stripe.get('/customers')).status).toBe(200)
  })
})
