import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { dayMs } from '@portal/contract/durations'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq, isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatDay } from '../../gateways/mail/mail-text.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession, makeUser } from '../../testing/factories.ts'
import { fakeSignature } from '../../testing/fake-billing.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { runReconciliation } from '../../testing/run-reconciliation.ts'
import { users } from '../account/user-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { recordStaffAct } from '../staff/records/staff-record-store.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingJobs } from './billing-jobs.ts'
import { billingAccounts } from './billing-table.ts'

const test = useTestApp({ SUSPEND_UNPAID_AFTER_DAYS: '14' })
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

/** A user who has been unpaid for this many days, with their state already synced. */
async function makeOwing(days: number, values: Parameters<typeof makeUser>[1] = {}): Promise<SignedIn> {
  const me = await makeSignedIn(test, values)
  await new BillingIntegration(test.services).integrate(me.user.id)
  test.billing.owe(`cus_${me.user.id}`, daysAgo(days))
  await sync(me)
  return me
}
const sync = (me: SignedIn) => new BillingIntegration(test.services).sync(`cus_${me.user.id}`)
const pay = (me: SignedIn) => test.billing.owe(`cus_${me.user.id}`, null)

/** Runs the hourly job and the jobs that it queues. */
async function runRule(services = test.services): Promise<void> {
  const handlers = billingJobs(services)
  await handlers['billing.find-unpaid']({}, test.jobs)
  for (const { name, data } of [...test.jobs.sent])
    if (name === 'billing.suspend-unpaid') await handlers[name](data as { userId: string }, test.jobs)
}

async function stateOf(me: SignedIn) {
  const [row] = await test.database.orm.select().from(users).where(eq(users.id, me.user.id))
  if (!row) throw new Error('there is no such person')
  return row
}
const isSuspended = async (me: SignedIn) => (await stateOf(me)).suspendedAt !== null
const subjects = (me: SignedIn) => test.jobs.mailsTo(me.user.email).map(({ subject }) => subject)
const recordsAbout = (me: SignedIn) =>
  test.database.orm
    .select()
    .from(staffRecords)
    .where(eq(staffRecords.aboutUserId, me.user.id))
    .orderBy(staffRecords.id)
const overview = async (me: SignedIn) => {
  const input = { params: { userId: me.user.id } }
  return (await test.send(billing.overview, input, { session: me.session })).body.billingOverview
}
const byStaff = async (
  me: SignedIn,
  change: Partial<typeof users.$inferInsert>,
  act: 'suspended' | 'unsuspended',
) => {
  const staff = await makeUser(test.database)
  await test.database.orm.update(users).set(change).where(eq(users.id, me.user.id))
  await recordStaffAct(test.database.orm, {
    staffUserId: staff.id,
    act: `person.${act}`,
    aboutUserId: me.user.id,
    ipAddress: '203.0.113.7',
    at: new Date(),
  })
}

describe('An unpaid account', () => {
  it('has no command-line sessions left, which a payment would revive', async () => {
    const me = await makeOwing(14)
    const { id } = await makeSession(test.database, me.user, {
      clientId: 'portal-cli',
      accessExpiresAt: new Date(Date.now() + 3_600_000),
    })
    await runRule()
    const rows = await test.database.orm.select().from(sessions).where(isNotNull(sessions.endedAt))
    expect(rows.map((row) => row.id)).toEqual([id])
  })

  it('is suspended once, after the configured number of days and not before', async () => {
    const late = await makeOwing(14)
    const early = await makeOwing(13.9)
    await runRule()
    await runRule()
    expect(await isSuspended(early)).toBe(false)
    expect(await stateOf(late)).toMatchObject({
      isSuspendedUnpaid: true,
      suspensionReason: `An invoice has been unpaid since ${formatDay(daysAgo(14))}.`,
      suspendedByUserId: null,
      suspendedUntil: null,
    })
    expect(subjects(late)).toEqual(['Your System Initiative account is paused'])
    expect(test.jobs.mailsTo(late.user.email)[0]?.text).toContain((await stateOf(late)).suspensionReason)
    expect(subjects(early)).toEqual([])
    expect(await recordsAbout(late)).toMatchObject([
      {
        act: 'person.suspended',
        before: { suspendedAt: null },
        after: { automatic: true },
        ipAddress: null,
      },
    ])
  })

  it('can only open the suspension notice and billing', async () => {
    const me = await makeOwing(20)
    await runRule()
    const as = { session: me.session }
    const { user } = (await test.send(account.whoami, {}, as)).body
    expect(user.suspendedAt).not.toBeNull()
    expect((await test.send(workspaces.list, {}, as)).errorType).toBe('AccountSuspended')
    expect(await overview(me)).toMatchObject({
      unpaidSince: expect.any(String),
      suspendsAt: null,
      isReactivatedByPayment: true,
    })
  })

  it('shows in advance when it will be suspended', async () => {
    const me = await makeOwing(4)
    const { unpaidSince, suspendsAt } = await overview(me)
    expect(Date.parse(suspendsAt ?? '') - Date.parse(unpaidSince ?? '')).toBe(14 * dayMs)
    pay(me)
    await sync(me)
    expect(await overview(me)).toMatchObject({ unpaidSince: null, suspendsAt: null })
  })

  it('is not suspended if it has been paid and the event for the payment was lost', async () => {
    const me = await makeOwing(20)
    pay(me)
    await runRule()
    expect(await isSuspended(me)).toBe(false)
    expect(subjects(me)).toEqual([])
  })

  it('is not suspended while the provider is unavailable', async () => {
    const me = await makeOwing(20)
    test.billing.isAway = true
    await expect(runRule()).rejects.toThrow('did not answer')
    expect(await isSuspended(me)).toBe(false)
  })

  it('is never suspended if the rule is not configured', async () => {
    const me = await makeOwing(400)
    await runRule({ ...test.services, config: { ...test.config, SUSPEND_UNPAID_AFTER_DAYS: 0 } })
    expect(test.jobs.sent).toEqual([])
    expect(await isSuspended(me)).toBe(false)
  })

  it('is not suspended after it has been deleted', async () => {
    const me = await makeOwing(20)
    await test.database.orm.update(users).set({ deletedAt: new Date() }).where(eq(users.id, me.user.id))
    await runRule()
    expect(await isSuspended(me)).toBe(false)
  })
})

describe('An automatically suspended account', () => {
  it('is reactivated by the event for the payment', async () => {
    const me = await makeOwing(20)
    await runRule()
    pay(me)
    const event = { id: 'evt_paid', type: 'invoice.paid', customerId: `cus_${me.user.id}` }
    const taken = await test.app.inject({
      method: 'POST',
      url: '/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': fakeSignature },
      payload: JSON.stringify(event),
    })
    expect(taken.statusCode).toBe(204)
    expect(await stateOf(me)).toMatchObject({
      suspendedAt: null,
      suspensionReason: null,
      isSuspendedUnpaid: false,
    })
    expect((await test.send(workspaces.list, {}, { session: me.session })).status).toBe(200)
    expect(subjects(me)).toEqual([
      'Your System Initiative account is paused',
      'Your System Initiative account is active again',
    ])
    expect((await recordsAbout(me)).map(({ act }) => act)).toEqual(['person.suspended', 'person.unsuspended'])
  })

  it('is reactivated by the hourly job if the event was lost', async () => {
    const me = await makeOwing(20)
    await runRule()
    pay(me)
    await runReconciliation(test)
    expect(await isSuspended(me)).toBe(false)
  })

  it('gets a mail that it is still quarantined if it is', async () => {
    const me = await makeOwing(20, { quarantinedAt: new Date() })
    await runRule()
    pay(me)
    await sync(me)
    expect(subjects(me).at(-1)).toBe(
      'Your System Initiative account is no longer suspended but is still quarantined',
    )
  })

  it('is suspended again for another invoice, but not for one that staff extended', async () => {
    const me = await makeOwing(20)
    await runRule()
    await byStaff(me, { suspendedAt: null, isSuspendedUnpaid: false }, 'unsuspended')
    await runRule()
    expect(await isSuspended(me)).toBe(false)
    expect(await overview(me)).toMatchObject({ suspendsAt: null })
    pay(me)
    await sync(me)
    test.clockOffsetMs = 40 * dayMs
    test.billing.owe(`cus_${me.user.id}`, new Date(Date.now() + 10 * dayMs))
    await sync(me)
    await runRule()
    expect(await isSuspended(me)).toBe(true)
  })
})

it('An unpaid account keeps a suspension by staff, before and after it is paid', async () => {
  const me = await makeOwing(20)
  const suspendedAt = daysAgo(2)
  await byStaff(me, { suspendedAt, suspensionReason: 'Asked for it' }, 'suspended')
  await runRule()
  expect(await overview(me)).toMatchObject({ isReactivatedByPayment: false })
  pay(me)
  await sync(me)
  expect(await stateOf(me)).toMatchObject({ suspendedAt, suspensionReason: 'Asked for it' })
  expect(subjects(me)).toEqual([])
})

it('A concurrent payment and suspension leave the account in the state that its payments require', async () => {
  for (let round = 0; round < 8; round += 1) {
    const me = await makeOwing(20)
    const handlers = billingJobs(test.services)
    const suspend = () => handlers['billing.suspend-unpaid']({ userId: me.user.id }, test.jobs)
    await Promise.all([suspend(), suspend(), Promise.resolve(pay(me)).then(() => sync(me)), suspend()])
    await sync(me)
    expect(await isSuspended(me)).toBe(false)
    const [row] = await test.database.orm
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.userId, me.user.id))
    expect(row?.unpaidSince).toBeNull()
  }
})
