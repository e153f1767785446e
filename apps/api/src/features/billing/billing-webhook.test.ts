import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser } from '../../testing/factories.ts'
import { fakeSignature } from '../../testing/fake-billing.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingAccounts, billingEvents } from './billing-table.ts'

const test = useTestApp()

interface SentEvent {
  id: string
  type?: string
  customerId?: string
  setupIntentId?: string
  isTrialEnding?: boolean
}

function deliver(event: SentEvent, signature = fakeSignature) {
  return test.app.inject({
    method: 'POST',
    url: '/billing/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: JSON.stringify({ type: 'customer.subscription.updated', ...event }),
  })
}

async function makeCustomer(): Promise<string> {
  const { id } = await makeUser(test.database)
  await new BillingIntegration(test.services).integrate(id)
  return `cus_${id}`
}

const accounts = () => test.database.orm.select().from(billingAccounts)
const events = () => test.database.orm.select().from(billingEvents)

describe('A signed event', () => {
  it("stores the provider's current state", async () => {
    const customerId = await makeCustomer()
    test.billing.change(customerId, { planCode: 'monthly', isFreeTierExceeded: true }, true)
    expect((await deliver({ id: 'evt_1', customerId })).statusCode).toBe(204)
    expect(await accounts()).toMatchObject([
      { planCode: 'monthly', isFreeTierExceeded: true, hasPaymentDetails: true, isTrial: false },
    ])
  })

  it('has no effect when it is repeated', async () => {
    const customerId = await makeCustomer()
    const event = { id: 'evt_1', customerId, setupIntentId: 'seti_1' }
    await deliver(event)
    const reads = test.billing.reads
    await Promise.all([deliver(event), deliver(event)])
    expect(test.billing.reads).toBe(reads)
    expect(test.billing.writes.filter(({ name }) => name === 'method')).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it('does not revert newer state when it arrives late', async () => {
    const customerId = await makeCustomer()
    test.billing.change(customerId, { status: 'canceled' })
    await deliver({ id: 'evt_2', type: 'customer.subscription.deleted', customerId })
    await deliver({ id: 'evt_1', type: 'customer.subscription.created', customerId })
    expect(await accounts()).toMatchObject([{ subscriptionStatus: 'canceled' }])
  })

  it('fails with 503 during an outage and is processed when it is delivered again', async () => {
    const customerId = await makeCustomer()
    test.billing.isAway = true
    const refused = await deliver({ id: 'evt_1', customerId })
    expect(refused.statusCode).toBe(503)
    expect(refused.json().error.type).toBe('BillingUnavailable')
    expect(await events()).toEqual([])
    test.billing.isAway = false
    expect((await deliver({ id: 'evt_1', customerId })).statusCode).toBe(204)
    expect(await events()).toHaveLength(1)
  })

  it('about an unknown object or customer is accepted and ignored', async () => {
    expect((await deliver({ id: 'evt_1', type: 'account.updated' })).statusCode).toBe(204)
    expect((await deliver({ id: 'evt_2', customerId: 'cus_nobody' })).statusCode).toBe(204)
    expect(await accounts()).toEqual([])
  })

  it('about a customer created at the provider finds the user by their verified address', async () => {
    const { id, email } = await makeUser(test.database)
    await makeUser(test.database, { email: 'unverified@example.com', emailVerified: false })
    test.billing.add(
      { id: 'cus_hand', email: email.toUpperCase(), userId: null },
      { planCode: 'si_internal' },
    )
    test.billing.add({ id: 'cus_other', email: 'unverified@example.com', userId: null }, {})
    await deliver({ id: 'evt_1', customerId: 'cus_hand' })
    await deliver({ id: 'evt_2', customerId: 'cus_other' })
    expect(await accounts()).toMatchObject([{ userId: id, customerId: 'cus_hand', planCode: 'si_internal' }])
  })

  it('about a second customer of a user at the provider does not replace their first', async () => {
    const customerId = await makeCustomer()
    const [account] = await accounts()
    test.billing.add({ id: 'cus_second', email: null, userId: account?.userId ?? null }, {})
    await deliver({ id: 'evt_1', customerId: 'cus_second' })
    expect(await accounts()).toMatchObject([{ customerId }])
  })

  it('about a new payment method makes it the default', async () => {
    const customerId = await makeCustomer()
    await deliver({ id: 'evt_1', type: 'checkout.session.completed', customerId, setupIntentId: 'seti_1' })
    expect(test.billing.writes.at(-1)).toEqual({ name: 'method', customerId, data: 'seti_1' })
    expect(await accounts()).toMatchObject([{ hasPaymentDetails: true }])
  })
})

describe('The end of a trial', () => {
  const ending = { id: 'evt_1', type: 'customer.subscription.trial_will_end', isTrialEnding: true }
  const sold = () => test.billing.writes.filter(({ name }) => name === 'monthly')

  it('starts the monthly subscription if there is a payment method', async () => {
    const customerId = await makeCustomer()
    test.billing.change(customerId, { status: 'trialing', planCode: 'trial', isTrial: true }, true)
    await deliver({ ...ending, customerId })
    expect(sold()).toHaveLength(1)
  })

  it('starts no subscription without a payment method', async () => {
    await deliver({ ...ending, customerId: await makeCustomer() })
    expect(sold()).toEqual([])
  })
})

describe('An unsigned event', () => {
  it.each(['', 'forged'])('is refused with the signature %j and changes nothing', async (signature) => {
    const customerId = await makeCustomer()
    test.billing.change(customerId, { planCode: 'si_internal' })
    const refused = await deliver({ id: 'evt_1', customerId }, signature)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.type).toBe('ValidationError')
    expect(await accounts()).toMatchObject([{ planCode: 'trial' }])
    expect(await events()).toEqual([])
  })

  it('is refused without a body and with one that is too large', async () => {
    const url = '/billing/webhook'
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(400)
    const large = await test.app.inject({ method: 'POST', url, payload: 'x'.repeat(1_100_000) })
    expect(large.statusCode).toBe(413)
  })
})

it('500 concurrent events end in the right state with few requests to the provider', async () => {
  const customers = [await makeCustomer(), await makeCustomer()]
  const reads = test.billing.reads
  for (const customerId of customers) test.billing.change(customerId, { planCode: 'monthly' }, true)
  const all = Array.from({ length: 500 }, (_, at) =>
    deliver({ id: `evt_${at % 400}`, customerId: customers[at % 2] ?? '' }),
  )
  const statuses = new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))
  expect([...statuses]).toEqual([204])
  expect(await accounts()).toMatchObject([{ planCode: 'monthly' }, { planCode: 'monthly' }])
  expect(await events()).toHaveLength(400)
  expect(test.billing.reads - reads).toBeLessThan(200)
})
