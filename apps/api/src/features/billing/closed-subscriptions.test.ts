/** No closed account keeps a live subscription. */
import { billing } from '@portal/contract/billing/billing'
import { myData } from '@portal/contract/my-data/my-data'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { fakeSignature } from '../../testing/fake-billing.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { users } from '../account/user-table.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingJobs } from './billing-jobs.ts'
import { billingAccounts } from './billing-table.ts'

const test = useTestApp()
const customerOf = (me: SignedIn) => `cus_${me.user.id}`
const statusOf = (me: SignedIn) => test.billing.customers.get(customerOf(me))?.state.subscription?.status

/** A user whose subscription has this state in our copy. */
async function makeSubscribed(status = 'active'): Promise<SignedIn> {
  const me = await makeSignedIn(test)
  const integration = new BillingIntegration(test.services)
  await integration.integrate(me.user.id)
  test.billing.change(customerOf(me), { status })
  await integration.sync(customerOf(me))
  return me
}

const mark = (me: SignedIn, values: Partial<typeof users.$inferInsert>) =>
  test.database.orm.update(users).set(values).where(eq(users.id, me.user.id))

/** Runs the daily job and the jobs that it queues. */
async function runDaily(): Promise<void> {
  const handlers = billingJobs(test.services)
  test.jobs.sent.length = 0
  await handlers['billing.find-closed']({}, test.jobs)
  for (const { name, data } of [...test.jobs.sent])
    if (name === 'billing.end-closed') await handlers[name](data as { userId: string }, test.jobs)
}

async function deliver(me: SignedIn, details: object = {}): Promise<void> {
  const event = { id: crypto.randomUUID(), type: 'customer.subscription.created', isTrialEnding: false }
  const reply = await test.app.inject({
    method: billing.webhook.method,
    url: billing.webhook.path,
    headers: { 'stripe-signature': fakeSignature, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...event, customerId: customerOf(me), ...details }),
  })
  expect(reply.statusCode).toBeLessThan(300)
}

describe('The daily reconciliation of closed accounts', () => {
  it('ends and reports the live subscription of a deleted account whose own job never succeeded', async () => {
    const me = await makeSubscribed()
    const other = await makeSubscribed()
    await mark(me, { deletedAt: new Date() })
    await runDaily()
    expect([statusOf(me), statusOf(other)]).toEqual(['canceled', 'active'])
    expect(test.closedSubscriptions).toEqual([me.user.id])
    await runDaily()
    expect(test.closedSubscriptions).toEqual([me.user.id])
  })

  it('asks the provider, and so finds a subscription that our copy is missing', async () => {
    const me = await makeSubscribed('canceled')
    await mark(me, { deletedAt: new Date() })
    test.billing.change(customerOf(me), { status: 'active' })
    await runDaily()
    expect(statusOf(me)).toBe('canceled')
    expect(test.closedSubscriptions).toEqual([me.user.id])
  })

  it.each([
    ['active', {}, 'canceled'],
    ['trialing', {}, 'canceled'],
    ['past_due', {}, 'past_due'],
    ['active', { suspendedUntil: new Date(Date.now() + 86_400_000) }, 'active'],
  ])(
    'of a suspended account with a subscription that is %s and %o leaves it %s',
    async (status, values, after) => {
      const me = await makeSubscribed(status)
      await mark(me, { suspendedAt: new Date(), ...values })
      await runDaily()
      expect(statusOf(me)).toBe(after)
    },
  )

  it('keeps the subscription of an account suspended for an unpaid invoice, and reactivates it once paid', async () => {
    const me = await makeSubscribed('past_due')
    const suspended = { suspendedAt: new Date(), isSuspendedUnpaid: true }
    await mark(me, suspended)
    await test.database.orm
      .update(billingAccounts)
      .set({ unpaidSince: new Date() })
      .where(eq(billingAccounts.userId, me.user.id))
    test.billing.change(customerOf(me), { status: 'active' })
    await runDaily()
    expect(statusOf(me)).toBe('active')
    expect(test.closedSubscriptions).toEqual([])
    const [user] = await test.database.orm.select().from(users).where(eq(users.id, me.user.id))
    expect(user).toMatchObject({ suspendedAt: null, isSuspendedUnpaid: false })
  })

  it('ends the subscription of a deleted account that was suspended for an unpaid invoice', async () => {
    const me = await makeSubscribed()
    await mark(me, { deletedAt: new Date(), suspendedAt: new Date(), isSuspendedUnpaid: true })
    await runDaily()
    expect(statusOf(me)).toBe('canceled')
  })

  it('queues one job for each account, so that a failure for one does not delay the others', async () => {
    const closed = [await makeSubscribed(), await makeSubscribed()]
    for (const me of closed) await mark(me, { deletedAt: new Date() })
    test.jobs.sent.length = 0
    await billingJobs(test.services)['billing.find-closed']({}, test.jobs)
    const userIds = closed.map(({ user }) => user.id).sort()
    expect(test.jobs.sent).toEqual(
      userIds.map((userId) => ({ name: 'billing.end-closed', data: { userId } })),
    )
  })
})

describe('A checkout that is completed after the account was deleted', () => {
  it('is ended as soon as the provider reports it', async () => {
    const me = await makeSubscribed('canceled')
    await test.send(
      myData.deleteAccount,
      { params: { userId: me.user.id }, body: { confirmation: me.user.email } },
      { session: me.session },
    )
    test.billing.change(customerOf(me), { status: 'active' })
    await deliver(me)
    expect(statusOf(me)).toBe('canceled')
    expect(test.closedSubscriptions).toEqual([me.user.id])
  })

  it('does not make its payment method the default', async () => {
    const me = await makeSubscribed('trialing')
    await mark(me, { deletedAt: new Date() })
    test.billing.writes.length = 0
    await deliver(me, { setupIntentId: 'seti_1' })
    expect(test.billing.writes.map(({ name }) => name)).toEqual(['end'])
  })
})

describe('The daily report of several subscriptions', () => {
  it('names every customer with more than one live subscription until only one is left', async () => {
    const [me, other] = [await makeSubscribed(), await makeSubscribed()]
    const report = async (liveSubscriptionCount: number) => {
      const held = test.billing.customers.get(customerOf(me))
      if (held) held.state.liveSubscriptionCount = liveSubscriptionCount
      await deliver(me)
      test.doubleSubscriptions.length = 0
      await billingJobs(test.services)['billing.report-double']({}, test.jobs)
      return test.doubleSubscriptions
    }
    expect(other.user.id).not.toBe(me.user.id)
    expect(await report(2)).toEqual([me.user.id])
    expect(await report(1)).toEqual([])
  })
})
