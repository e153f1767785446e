import { billing } from '@portal/contract/billing/billing'
import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { describe, expect, it, vi } from 'vitest'
import { type ServiceEvent, useBillingService } from '../../testing/billing-service.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { billingAccounts, billingEvents } from './billing-table.ts'

const service = await useBillingService()
const { test } = service
const { webhooks } = new Stripe('sk_test_none')

function deliver(
  event: object,
  { ageSeconds = 0, secret = 'whsec_local', change = (body: string) => body } = {},
) {
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(test.now().getTime() / 1_000) - ageSeconds
  return test.app.inject({
    method: 'POST',
    url: '/billing/webhook',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    payload: change(payload),
  })
}

/** Delivers events concurrently and redelivers those answered with 503, as the provider does. Returns the other statuses. */
async function deliverUntilTaken(events: readonly object[]): Promise<number[]> {
  const replies = await Promise.all(events.map((event) => deliver(event)))
  const isRefused = (at: number) => replies[at]?.statusCode === 503
  const refused = events.filter((_, at) => isRefused(at))
  const taken = replies.filter((_, at) => !isRefused(at)).map(({ statusCode }) => statusCode)
  return refused.length === 0 ? taken : [...taken, ...(await deliverUntilTaken(refused))]
}

async function rowOf(me: SignedIn) {
  const [row] = await test.database.orm
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, me.user.id))
  if (!row) throw new Error('there is no such account')
  return { ...row, stateAt: undefined }
}

/** The stored row of a user and their state at the provider. */
async function allOf(me: SignedIn) {
  const { subscriptions, invoices, id } = await service.held(me)
  return { row: await rowOf(me), id, subscriptions, invoices }
}

/** A user whose trial continues as the monthly subscription, paid with their card. */
async function makeCustomer(): Promise<SignedIn> {
  const me = await makeSignedIn(test)
  await service.integrate(me)
  await service.fillIn(await service.leadTo(me, billing.checkout))
  // An event from here that arrives late, on a second attempt, would look like one that a test sends.
  await vi.waitFor(async () => expect(await notedIds()).toEqual(expect.arrayContaining(await idsAbout(me))), {
    timeout: 20_000,
  })
  return me
}

async function notedIds(): Promise<string[]> {
  const noted = await test.database.orm.select({ id: billingEvents.id }).from(billingEvents)
  return noted.map(({ id }) => id)
}

const idsAbout = async (me: SignedIn) => (await service.eventsAbout(me)).map(({ id }) => id)

const corrupt = (me: SignedIn) =>
  test.database.orm
    .update(billingAccounts)
    .set({ planCode: 'old', hasPaymentDetails: false })
    .where(eq(billingAccounts.userId, me.user.id))
const forget = () => test.database.orm.delete(billingEvents)

describe('Repeated and reordered events', () => {
  it.each([
    ['all events twice', (events: ServiceEvent[]) => [...events, ...events]],
    ['newest first', (events: ServiceEvent[]) => events.toReversed()],
    [
      'newest first, and the first event again at the end',
      (events: ServiceEvent[]) => [...events.toReversed(), ...events.slice(0, 1)],
    ],
  ])('end in the same state: %s', async (_what, order) => {
    const me = await makeCustomer()
    const before = await allOf(me)
    const events = await service.eventsAbout(me)
    expect(events.map(({ type }) => type)).toContain('checkout.session.completed')
    await corrupt(me)
    await forget()
    for (const event of order(events)) expect((await deliver(event)).statusCode).toBe(204)
    expect(await allOf(me)).toEqual(before)
  })

  it('are recorded once, even when many arrive concurrently', async () => {
    const me = await makeCustomer()
    const before = await allOf(me)
    const events = await service.eventsAbout(me)
    await forget()
    await Promise.all([...events, ...events, ...events].map((event) => deliver(event)))
    expect((await notedIds()).sort()).toEqual(events.map(({ id }) => id).sort())
    expect(await allOf(me)).toEqual(before)
  })
})

describe('A forged or old event', () => {
  it.each([
    ['is signed with another secret', { secret: 'whsec_somebody_else' }],
    ['has a changed body', { change: (body: string) => body.replace('evt_', 'evt_x') }],
    ['is five minutes old', { ageSeconds: 300 }],
    ['is a day old', { ageSeconds: 86_400 }],
  ])('is refused and changes nothing when it %s', async (_what, how) => {
    const me = await makeCustomer()
    const [event] = (await service.eventsAbout(me)).slice(-1)
    await corrupt(me)
    await forget()
    const refused = await deliver(event ?? {}, how)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.type).toBe('ValidationError')
    expect(await rowOf(me)).toMatchObject({ planCode: 'old', hasPaymentDetails: false })
    expect(await test.database.orm.select().from(billingEvents)).toEqual([])
    expect((await deliver(event ?? {})).statusCode).toBe(204)
    expect(await rowOf(me)).toMatchObject({ planCode: 'monthly', hasPaymentDetails: true })
  })
})

it("500 concurrent events of several users, shuffled and repeated, end in the provider's current state", async () => {
  const people = [await makeCustomer(), await makeCustomer(), await makeCustomer()]
  const before = await Promise.all(people.map(allOf))
  const known = (await Promise.all(people.map((me) => service.eventsAbout(me)))).flat()
  await Promise.all(people.map(corrupt))
  await forget()
  const all = Array.from({ length: 500 }, (_, at) => {
    const event = known[at % known.length]
    // Four in five events are distinct. Every fifth one repeats the event before it.
    return { ...event, id: `evt_flood_${at % 5 === 4 ? at - 1 : at}` }
  })
  // The same shuffle on every run.
  const shuffled = all.toSorted(
    (a, b) => ((Number(a.id.slice(10)) * 7_919) % 503) - ((Number(b.id.slice(10)) * 7_919) % 503),
  )
  expect([...new Set(await deliverUntilTaken(shuffled))]).toEqual([204])
  expect(await test.database.orm.select().from(billingEvents)).toHaveLength(400)
  expect(await Promise.all(people.map(allOf))).toEqual(before)
})
