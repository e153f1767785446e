import { billing } from '@portal/contract/billing/billing'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ProviderInvoice } from '../../gateways/billing/billing.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { users } from '../account/user-table.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingJobs } from './billing-jobs.ts'
import { billingAccounts } from './billing-table.ts'

const test = useTestApp()

const as = (me: SignedIn) => [{ params: { userId: me.user.id } }, { session: me.session }] as const
const readOverview = (me: SignedIn) => test.send(billing.overview, ...as(me))
const readInvoices = (me: SignedIn) => test.send(billing.listInvoices, ...as(me))
const endingAt = new Date('2039-01-31T00:00:00Z')

async function makeAccount(values: Partial<typeof billingAccounts.$inferInsert>): Promise<SignedIn> {
  const me = await makeSignedIn(test)
  await test.database.orm
    .insert(billingAccounts)
    .values({ userId: me.user.id, customerId: `cus_${me.user.id}`, subscriptionStatus: 'active', ...values })
  return me
}

describe('The billing overview', () => {
  it('is returned for a user without billing data, without a request to the provider', async () => {
    const me = await makeSignedIn(test)
    test.billing.isAway = true
    expect((await readOverview(me)).body).toEqual({
      billingOverview: {
        isConfigured: true,
        paymentDetailsSet: false,
        next: null,
        unpaidSince: null,
        suspendsAt: null,
        isReactivatedByPayment: false,
      },
    })
  })

  const trial = { subscriptionStatus: 'trialing', isTrial: true, endingAt }
  it.each<[string, Partial<typeof billingAccounts.$inferInsert>, string | null]>([
    ['a trial with a card', { ...trial, planCode: 'trial', hasPaymentDetails: true }, 'monthly'],
    ['a trial without a card', { ...trial, planCode: 'trial' }, 'nothing'],
    ['a trial that was sold already', { ...trial, planCode: 'monthly', hasPaymentDetails: true }, 'monthly'],
    [
      'a trial that was canceled',
      { ...trial, planCode: 'monthly', hasPaymentDetails: true, isCanceled: true },
      'nothing',
    ],
    ['a trial of another plan', { ...trial, planCode: 'si_internal' }, null],
    ['a subscription', { planCode: 'monthly', hasPaymentDetails: true }, null],
    [
      'a subscription that is set to end',
      { planCode: 'monthly', endingAt, hasPaymentDetails: true },
      'nothing',
    ],
    [
      'a subscription that has ended',
      { planCode: 'monthly', subscriptionStatus: 'canceled', endingAt },
      null,
    ],
  ])('names what follows %s', async (_what, values, next) => {
    const { body } = await readOverview(await makeAccount(values))
    expect(body.billingOverview.next).toBe(next)
  })

  it('returns since when an invoice is unpaid, and no suspension date if the rule is not configured', async () => {
    const unpaidSince = new Date('2026-11-01T00:00:00Z')
    const { body } = await readOverview(await makeAccount({ planCode: 'monthly', unpaidSince }))
    expect(body.billingOverview).toMatchObject({
      unpaidSince: '2026-11-01T00:00:00.000Z',
      suspendsAt: null,
    })
  })

  it('reports that no provider is configured', async () => {
    test.billing.isConfigured = false
    expect((await readOverview(await makeSignedIn(test))).body.billingOverview.isConfigured).toBe(false)
  })

  it('and the invoices are readable by the user, even while suspended, and by no other user', async () => {
    const suspended = await makeSignedIn(test, { suspendedAt: new Date() })
    const other = await makeSignedIn(test)
    for (const call of [billing.overview, billing.listInvoices] as const) {
      const ask = (session: string) =>
        test.send(call as typeof billing.overview, { params: { userId: suspended.user.id } }, { session })
      expect((await ask(suspended.session)).status).toBe(200)
      expect((await ask(other.session)).errorType).toBe('NotFound')
    }
  })
})

describe('The invoices', () => {
  const invoice: ProviderInvoice = {
    id: 'in_1',
    number: 'A-0001',
    status: 'open',
    total: 10_000,
    amountDue: 10_000,
    currency: 'USD',
    createdAt: new Date('2026-11-01T00:00:00Z'),
    dueAt: null,
    isOverdue: true,
    pdfUrl: 'https://billing.example/in_1.pdf',
    paymentUrl: 'https://billing.example/in_1',
  }

  it('are read from the provider', async () => {
    test.billing.invoices = [invoice]
    const me = await makeAccount({ planCode: 'monthly' })
    expect((await readInvoices(me)).body).toEqual({
      invoices: [{ ...invoice, createdAt: '2026-11-01T00:00:00.000Z' }],
    })
  })

  it('are empty for a user who is not a customer and without a configured provider', async () => {
    test.billing.invoices = [invoice]
    expect((await readInvoices(await makeSignedIn(test))).body).toEqual({ invoices: [] })
    test.billing.isConfigured = false
    expect((await readInvoices(await makeAccount({}))).body).toEqual({ invoices: [] })
  })

  it('are refused while the provider is unavailable, and all other calls still work', async () => {
    const me = await makeAccount({ planCode: 'monthly' })
    test.billing.isAway = true
    expect(await readInvoices(me)).toMatchObject({ status: 503, errorType: 'BillingUnavailable' })
    expect((await readOverview(me)).status).toBe(200)
  })
})

describe('Deleting the account', () => {
  const end = (me: SignedIn) =>
    billingJobs(test.services)['billing.end-subscription']({ userId: me.user.id }, test.jobs)
  const setDeleted = (me: SignedIn, deletedAt: Date | null) =>
    test.database.orm.update(users).set({ deletedAt }).where(eq(users.id, me.user.id))

  it('ends the subscription once, stores the end, and can be repeated', async () => {
    const me = await makeSignedIn(test)
    await new BillingIntegration(test.services).integrate(me.user.id)
    await setDeleted(me, new Date())
    await end(me)
    await end(me)
    const rows = await test.database.orm.select().from(billingAccounts)
    expect(rows).toMatchObject([{ userId: me.user.id, subscriptionStatus: 'canceled', isTrial: false }])
  })

  it('does not end the subscription if the account has been restored or was never a customer', async () => {
    const me = await makeSignedIn(test)
    await new BillingIntegration(test.services).integrate(me.user.id)
    await end(me)
    const other = await makeSignedIn(test)
    await setDeleted(other, new Date())
    await end(other)
    test.billing.isConfigured = false
    await setDeleted(me, new Date())
    await end(me)
    expect(test.billing.writes.map(({ name }) => name)).toEqual(['customer', 'trial'])
  })
})
