import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BillingFixture } from './testing/billing-fixture.ts'

const billing = new BillingFixture()
beforeEach(() => billing.open())
afterEach(() => billing.close())

const dayMs = 86_400_000
const card = { number: '4242424242424242', expiry: '12/49', cvc: '123' }
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

async function makeCustomer(history: object) {
  const path = '/api/customers/pat@example.com/history'
  const { status, body } = await billing.put(path, { customer: {}, plan: 'monthly', ...history })
  const customer = body.id
  if (status !== 200) return { status, invoices: [], subscriptions: [] }
  const { data: invoices } = await billing.stripe.invoices.list({ customer })
  return { status, invoices, subscriptions: (await billing.stripe.subscriptions.list({ customer })).data }
}

describe('a customer with a history in the billing stand-in', () => {
  it('has an invoice for the trial and for each month since, dated on its due date, without webhooks', async () => {
    const { invoices, subscriptions } = await makeCustomer({
      startedAt: daysAgo(110),
      trialEndsAt: daysAgo(80),
      cards: [{ at: daysAgo(85), card, holder: 'Pat' }],
    })
    expect(invoices.map(({ total, status }) => [total, status])).toEqual([
      [10_000, 'paid'],
      [10_000, 'paid'],
      [10_000, 'paid'],
      [0, 'paid'],
    ])
    const ages = invoices.map(({ created }) => Math.round(Date.now() / dayMs - created / 86_400))
    for (const [at, usual] of [20, 50, 80, 110].entries()) expect(ages[at]).toBeCloseTo(usual, -1)
    expect(subscriptions).toMatchObject([{ status: 'active' }])
    expect(billing.received).toEqual([])
  })

  it('has a subscription that is past due if a later card declines the charge', async () => {
    const { invoices, subscriptions } = await makeCustomer({
      startedAt: daysAgo(40),
      cards: [
        { at: daysAgo(39), card, holder: 'Pat' },
        { at: daysAgo(12), card: { ...card, number: '4000000000000341' }, holder: 'Pat' },
      ],
    })
    expect(invoices).toMatchObject([{ status: 'open', attempted: true }, { status: 'paid' }])
    expect(subscriptions).toMatchObject([{ status: 'past_due' }])
  })

  it('is refused with a card number that Stripe would refuse', async () => {
    const wrong = { at: daysAgo(2), card: { ...card, number: '4242' }, holder: 'Pat' }
    expect(await makeCustomer({ startedAt: daysAgo(3), cards: [wrong] })).toMatchObject({ status: 400 })
  })
})
