import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BillingFixture } from './testing/billing-fixture.ts'

const billing = new BillingFixture()
beforeEach(() => billing.open())
afterEach(() => billing.close())

const plan = (body: object, email = 'pat@example.com') => billing.put(`/api/customers/${email}/plan`, body)
const advance = (advanceDays: number) => billing.put('/api/customers/pat@example.com/clock', { advanceDays })
const statuses = () =>
  billing.received
    .filter(({ type }) => type.startsWith('customer.subscription.'))
    .map(({ type, data: { object } }) => `${type.split('.')[2]} ${'status' in object && object.status}`)

const card = { number: '4242424242424242', expiry: '12/49', cvc: '123', name: 'Pat' }

async function addCard(number: string): Promise<void> {
  const [customer] = (await billing.stripe.customers.list()).data
  const { url } = await billing.stripe.billingPortal.sessions.create({ customer: customer?.id ?? '' })
  await billing.browser.send(`${url}/card`, { ...card, number })
}

describe('webhooks of the billing stand-in', () => {
  it('have a signature that the library of Stripe accepts', async () => {
    await plan({ plan: 'trial' })
    expect(billing.types).toContain('customer.subscription.created')
  })

  it('are retried until the product accepts them, and the call that caused them waits', async () => {
    billing.refusals = 8
    const reply = await plan({ plan: 'monthly' })
    expect(reply.body).toMatchObject({ isWebhookTaken: true })
    expect(billing.types.sort()).toEqual([...new Set(billing.types)].sort())
    expect(billing.tries).toBe(billing.received.length + 8)
  })

  it('that are still pending are sent after a restart', async () => {
    await billing.put('/api/failure', { mode: 'down' })
    expect((await plan({ plan: 'trial' })).body).toMatchObject({ isWebhookTaken: false })
    expect(billing.tries).toBe(0)
    await billing.stop()
    await billing.start()
    expect((await plan({ plan: 'trial' })).body).toMatchObject({ isWebhookTaken: true })
    expect(billing.types).toContain('customer.created')
  })
})

describe('setting a plan in the billing stand-in', () => {
  it.each([
    ['trial', 'trialing', 'trial'],
    ['free', 'active', 'free'],
    ['monthly', 'active', 'monthly'],
    ['internal', 'active', 'si_internal'],
  ])('creates a customer on the %s plan with a subscription in status %s', async (name, status, planCode) => {
    const reply = await plan({ plan: name })
    expect(reply.body).toMatchObject({
      email: 'pat@example.com',
      subscriptions: [{ status, items: { data: [{ price: { metadata: { planCode } } }] } }],
    })
  })

  it('changes the existing subscription and its end date', async () => {
    await plan({ plan: 'trial' })
    const reply = await plan({ plan: 'monthly', endingAt: '2039-01-31T00:00:00Z' })
    expect(reply.body.subscriptions).toMatchObject([
      { status: 'active', cancel_at: Date.parse('2039-01-31T00:00:00Z') / 1_000 },
    ])
    const trial = await plan({ plan: 'trial', endingAt: '2039-01-31T00:00:00Z' })
    expect(trial.body.subscriptions).toMatchObject([
      { status: 'trialing', trial_end: Date.parse('2039-01-31T00:00:00Z') / 1_000, cancel_at: null },
    ])
  })

  it.each([[{ plan: 'gold' }], [{}], [{ plan: 'trial', endingAt: 'tomorrow' }]])(
    'returns 400 for %j',
    async (body) => {
      expect((await plan(body)).status).toBe(400)
    },
  )
})

describe("advancing a customer's clock in the billing stand-in", () => {
  it('announces the end of a trial and cancels the subscription if there is no card', async () => {
    await plan({ plan: 'trial' })
    await advance(28)
    expect(statuses()).toEqual(['created trialing', 'trial_will_end trialing'])
    await advance(3)
    expect(statuses().at(-1)).toBe('deleted canceled')
  })

  it('converts a trial with a card into a subscription that is charged monthly', async () => {
    await plan({ plan: 'trial' })
    await addCard('4242424242424242')
    await advance(31)
    await advance(62)
    expect(statuses().filter((line) => line === 'updated active')).toHaveLength(3)
    const [last] = billing.received.filter(({ type }) => type === 'invoice.paid').slice(-1)
    expect(last?.data.object).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' })
  })

  it('retries a declined charge until a new card succeeds or the subscription is canceled', async () => {
    await plan({ plan: 'monthly' })
    await addCard('4000000000000341')
    await advance(32)
    expect(statuses().at(-1)).toBe('updated past_due')
    expect(billing.types).toContain('invoice.payment_failed')
    await addCard('4242424242424242')
    expect(statuses().at(-1)).toBe('updated active')
    await addCard('4000000000000341')
    for (const days of [32, 4, 6, 8, 1]) await advance(days)
    expect(statuses().at(-1)).toBe('deleted canceled')
  })

  it('keeps the invoice of a canceled subscription open until it is paid', async () => {
    await plan({ plan: 'monthly' })
    await addCard('4000000000000341')
    for (const days of [32, 4, 6, 8, 1]) await advance(days)
    const owed = async () => (await billing.stripe.invoices.list({ status: 'open' })).data
    const [open] = await owed()
    expect(open?.next_payment_attempt).toBeNull()
    await billing.browser.send(open?.hosted_invoice_url ?? '', card)
    expect(await owed()).toEqual([])
  })

  it('returns 404 for an unknown customer and 400 for zero days', async () => {
    expect((await advance(1)).status).toBe(404)
    await plan({ plan: 'trial' })
    expect((await advance(0)).status).toBe(400)
  })
})
