import { dayMs } from '@portal/contract/durations'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser } from '../../testing/factories.ts'
import { runReconciliation } from '../../testing/run-reconciliation.ts'
import { users } from '../account/user-table.ts'
import { recognizePerson } from '../sign-in/recognize-person-actions.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingJobs } from './billing-jobs.ts'
import { linkCustomer } from './billing-store.ts'
import { billingAccounts } from './billing-table.ts'

const test = useTestApp()
const integration = () => new BillingIntegration(test.services)
const accounts = () => test.database.orm.select().from(billingAccounts)
const writes = () => test.billing.writes.map(({ name }) => name)

describe('Creating the customer and the trial', () => {
  it('happens once, even when several processes attempt it concurrently', async () => {
    const { id } = await makeUser(test.database)
    await Promise.all(Array.from({ length: 8 }, () => integration().integrate(id)))
    await integration().integrate(id)
    expect(writes().filter((name) => name === 'trial')).toHaveLength(1)
    expect(await accounts()).toMatchObject([
      { userId: id, customerId: `cus_${id}`, subscriptionStatus: 'trialing', isTrial: true },
    ])
  })

  it('stores a customer for one user only, also in concurrent attempts', async () => {
    for (let round = 0; round < 60; round += 1) {
      const [{ id }, other] = await Promise.all([makeUser(test.database), makeUser(test.database)])
      const note = () => linkCustomer(test.database.orm, id, `cus_${id}`)
      expect(await Promise.all(Array.from({ length: 8 }, note))).toEqual(Array(8).fill(true))
      expect(await linkCustomer(test.database.orm, other.id, `cus_${id}`)).toBe(false)
    }
  })

  it('starts no second trial after the first has ended or the customer was deleted', async () => {
    const { id } = await makeUser(test.database)
    await integration().integrate(id)
    test.billing.change(`cus_${id}`, { status: 'canceled' })
    await integration().integrate(id)
    expect(await accounts()).toMatchObject([{ subscriptionStatus: 'canceled', isTrial: false }])
    test.billing.customers.clear()
    await integration().integrate(id)
    expect(writes()).toEqual(['customer', 'trial', 'customer'])
  })

  it('adopts an unassigned customer with the same address and its subscription', async () => {
    const { id, email } = await makeUser(test.database)
    test.billing.add({ id: 'cus_other', email, userId: 'somebody else' })
    test.billing.add({ id: 'cus_made_by_hand', email, userId: null }, { planCode: 'si_internal' })
    await integration().integrate(id)
    expect(await accounts()).toMatchObject([{ customerId: 'cus_made_by_hand', planCode: 'si_internal' }])
    expect(writes()).toEqual([])
  })

  it('sends no details of a customer whose address is not verified', async () => {
    const { id } = await makeUser(test.database, { emailVerified: false })
    await linkCustomer(test.database.orm, id, `cus_${id}`)
    await test.database.orm.update(billingAccounts).set({ detailsSavedAt: new Date() })
    await integration().pushDetails(id)
    expect(writes()).toEqual([])
  })

  it('is a no-op for an unverified address and for a deleted account', async () => {
    const { id } = await makeUser(test.database, { emailVerified: false })
    await integration().integrate(id)
    await integration().integrate('nobody')
    expect(test.billing.customers.size).toBe(0)
  })

  it('sends a changed address to the provider', async () => {
    const { id } = await makeUser(test.database)
    await integration().integrate(id)
    await test.database.orm.update(users).set({ email: 'new@example.com' }).where(eq(users.id, id))
    await integration().integrate(id)
    expect(test.billing.writes.at(-1)).toMatchObject({ name: 'email', data: 'new@example.com' })
  })

  it('resumes where an outage interrupted it', async () => {
    const { id } = await makeUser(test.database)
    test.billing.isAway = true
    await expect(integration().integrate(id)).rejects.toThrow('did not answer')
    test.billing.isAway = false
    await integration().integrate(id)
    expect(writes()).toEqual(['customer', 'trial'])
  })
})

describe('Syncing with the provider', () => {
  it('never overwrites newer state with a response that was requested earlier', async () => {
    const { id } = await makeUser(test.database)
    await integration().integrate(id)
    const gate = Promise.withResolvers<void>()
    test.billing.delay = () => gate.promise
    const slow = integration().sync(`cus_${id}`)
    await expect.poll(() => test.billing.reads).toBeGreaterThan(2)
    test.billing.delay = async () => {}
    test.billing.change(
      `cus_${id}`,
      { status: 'active', planCode: 'monthly', isFreeTierExceeded: true },
      true,
    )
    await integration().sync(`cus_${id}`)
    gate.resolve()
    await slow
    expect(await accounts()).toMatchObject([
      { planCode: 'monthly', isFreeTierExceeded: true, isTrial: false },
    ])
  })

  it('reads overdue customers again and deletes old events', async () => {
    const { id } = await makeUser(test.database)
    await integration().integrate(id)
    test.billing.change(`cus_${id}`, { status: 'canceled' })
    test.clockOffsetMs = 31 * dayMs
    await runReconciliation(test)
    expect(await accounts()).toMatchObject([{ subscriptionStatus: 'canceled' }])
  })

  it('reads every overdue customer by itself: one that is missing at the provider is reported and holds up no other', async () => {
    const ids = [await makeUser(test.database), await makeUser(test.database), await makeUser(test.database)]
      .map(({ id }) => id)
      .sort()
    for (const id of ids) {
      await integration().integrate(id)
      test.billing.change(`cus_${id}`, { status: 'canceled' })
    }
    const readState = test.billing.readState.bind(test.billing)
    vi.spyOn(test.billing, 'readState').mockImplementation(async (customerId: string) => {
      if (customerId === `cus_${ids[0]}`) throw new Error('No such customer')
      return readState(customerId)
    })
    test.clockOffsetMs = 31 * dayMs
    await runReconciliation(test)
    expect(test.jobs.sent.map(({ data }) => data)).toEqual(ids.map((userId) => ({ userId })))
    const statuses = new Map(
      (await accounts()).map((account) => [account.userId, account.subscriptionStatus]),
    )
    expect(ids.map((id) => statuses.get(id))).toEqual(['trialing', 'canceled', 'canceled'])
    expect(test.taskFailures).toEqual(['reconcile-billing'])
  })

  it('sends details once, however often they were saved while the provider was unavailable', async () => {
    const { id } = await makeUser(test.database)
    const push = () => billingJobs(test.services)['billing.push-details']({ userId: id }, test.jobs)
    await integration().integrate(id)
    await test.database.orm.update(billingAccounts).set({ city: 'Town', detailsSavedAt: new Date() })
    test.billing.isAway = true
    await expect(push()).rejects.toThrow()
    test.billing.isAway = false
    await push()
    expect(test.billing.writes.filter(({ name }) => name === 'details')).toMatchObject([
      { data: { address: { city: 'Town' } } },
    ])
  })
})

describe('Verifying an address', () => {
  const subject = 'auth0|new'
  const recognize = (isEmailVerified: boolean) => {
    const profile = test.identity.add({ subject, email: 'new@example.com', isEmailVerified })
    return recognizePerson(test.services, profile, new Date())
  }
  const queuedJob = async () => ({
    name: 'billing.integrate',
    data: { userId: (await test.database.orm.select({ id: users.id }).from(users))[0]?.id },
  })
  const queued = () => test.jobs.sent.filter(({ name }) => name === 'billing.integrate')

  it('queues the integration once', async () => {
    await recognize(false)
    expect(queued()).toEqual([])
    await recognize(true)
    await recognize(true)
    expect(queued()).toEqual([await queuedJob()])
  })

  it('queues the integration at the first sign-in too', async () => {
    await recognize(true)
    expect(queued()).toEqual([await queuedJob()])
  })
})
