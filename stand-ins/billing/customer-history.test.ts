import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { BillingLedger } from './billing-ledger.ts'
import { openBillingState } from './billing-state.ts'
import { makeCustomerWithHistory } from './customer-history.ts'
import { invoicesOf } from './invoices.ts'
import { liveSubscriptions } from './subscriptions.ts'
import { WebhookSender } from './webhook-sender.ts'

const dayMs = 86_400_000
const card = { number: '4242424242424242', expiry: '12/49', cvc: '123' }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: ReturnType<typeof openBillingState>
let ledger: BillingLedger

beforeEach(async () => {
  folder = await temporaryFolder()
  file = openBillingState(folder.path)
  ledger = new BillingLedger(file, new WebhookSender(file, { url: '', secret: '' }, () => false))
})
afterEach(async () => {
  await file.close()
  await folder.remove()
})

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

describe('makeCustomerWithHistory', () => {
  it('creates an invoice for the trial and for each month since, dated on its due date', () => {
    const customer = makeCustomerWithHistory(ledger, {
      customer: { email: 'pat@example.com' },
      plan: 'monthly',
      startedAt: daysAgo(110),
      trialEndsAt: daysAgo(80),
      cards: [{ at: daysAgo(85), card, holder: 'Pat' }],
    })
    const invoices = invoicesOf(ledger, customer.id)
    expect(invoices.map(({ total, status }) => [total, status])).toEqual([
      [10_000, 'paid'],
      [10_000, 'paid'],
      [10_000, 'paid'],
      [0, 'paid'],
    ])
    const ages = invoices.map(({ created }) => Math.round(Date.now() / dayMs - created / 86_400))
    for (const [at, usual] of [20, 50, 80, 110].entries()) expect(ages[at]).toBeCloseTo(usual, -1)
    expect(liveSubscriptions(ledger, customer.id)).toMatchObject([{ status: 'active' }])
    expect(ledger.now(customer.id)).toBe(ledger.now())
  })

  it('leaves the subscription past due if a later card declines the charge', () => {
    const customer = makeCustomerWithHistory(ledger, {
      customer: { email: 'pat@example.com' },
      plan: 'monthly',
      startedAt: daysAgo(40),
      cards: [
        { at: daysAgo(39), card, holder: 'Pat' },
        { at: daysAgo(12), card: { ...card, number: '4000000000000341' }, holder: 'Pat' },
      ],
    })
    const [newest, first] = invoicesOf(ledger, customer.id)
    expect(newest).toMatchObject({ status: 'open', attempted: true })
    expect(first).toMatchObject({ status: 'paid' })
    expect(liveSubscriptions(ledger, customer.id)).toMatchObject([{ status: 'past_due' }])
  })

  it('queues no webhook if no webhook URL is configured', () => {
    makeCustomerWithHistory(ledger, {
      customer: { email: 'pat@example.com' },
      plan: 'internal',
      startedAt: daysAgo(3),
    })
    expect(ledger.state.deliveries).toEqual({})
  })

  it('throws for a card number that Stripe would refuse', () => {
    const history = {
      customer: { email: 'pat@example.com' },
      plan: 'monthly',
      startedAt: daysAgo(3),
    } as const
    const wrong = { at: daysAgo(2), card: { ...card, number: '4242' }, holder: 'Pat' }
    expect(() => makeCustomerWithHistory(ledger, { ...history, cards: [wrong] })).toThrow(
      'Your card number is invalid.',
    )
  })
})
