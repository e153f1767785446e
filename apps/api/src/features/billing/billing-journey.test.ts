/** Tests the gateway with Stripe's own library against a billing stand-in in a separate process, over real HTTP. */
import { account } from '@portal/contract/account/account'
import type { BillingInput } from '@portal/contract/billing/billing'
import { billing } from '@portal/contract/billing/billing'
import { dayMs } from '@portal/contract/durations'
import { myData } from '@portal/contract/my-data/my-data'
import { describe, expect, it } from 'vitest'
import { BillingRefusedError } from '../../gateways/billing/billing.ts'
import { StripeBilling } from '../../gateways/billing/billing-stripe.ts'
import { useBillingService } from '../../testing/billing-service.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { billingJobs } from './billing-jobs.ts'

const service = await useBillingService({ SUSPEND_UNPAID_AFTER_DAYS: '14' })
const { test } = service
const refusing = '4000000000000341'

const subscription = (me: SignedIn) => service.subscription(me)
const isPaymentSet = async (me: SignedIn) =>
  (await test.send(billing.hasDetails, ...service.as(me))).body.paymentDetailsSet
const invoices = (me: SignedIn) => test.send(billing.listInvoices, ...service.as(me))

describe('Billing with the real Stripe library', () => {
  it('starts one trial, even after several requests from different pages', async () => {
    const me = await makeSignedIn(test)
    await Promise.all([service.integrate(me), service.integrate(me), service.integrate(me)])
    const trial = await subscription(me)
    expect(trial).toMatchObject({ planCode: 'trial', isTrial: true, exceededFreeTier: false })
    const days = (Date.parse(trial?.endingAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    expect((await service.held(me)).invoices).toHaveLength(1)
    await service.advance(me, 31)
    expect(await subscription(me)).toBeNull()
    await service.integrate(me)
    expect(await subscription(me)).toBeNull()
  })

  it('stores the card from checkout and continues with the monthly subscription after the trial', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    const page = await service.leadTo(me, billing.checkout)
    const declined = await service.fillIn(page, '4000000000000002')
    expect(await declined.text()).toContain('Your card was declined.')
    expect(await isPaymentSet(me)).toBe(false)
    const done = await service.fillIn(page)
    expect(done.headers.get('location')).toBe('http://localhost:9000/billing?checkout=done')
    expect(await isPaymentSet(me)).toBe(true)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: true })
    await service.advance(me, 31)
    expect(await subscription(me)).toEqual({
      planCode: 'monthly',
      isTrial: false,
      endingAt: null,
      exceededFreeTier: true,
    })
    expect((await service.held(me)).invoices).toMatchObject([{ status: 'paid', total: 10_000 }, { total: 0 }])
  })

  it("continues after the trial with a card added on the provider's portal", async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.fillIn(`${await service.leadTo(me, billing.portal)}/card`)
    expect(await subscription(me)).toMatchObject({ planCode: 'trial', isTrial: true })
    await service.advance(me, 28)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: true })
    await service.advance(me, 3)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: false })
  })

  it('sells the monthly subscription after the trial and shows its invoice in the portal', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.advance(me, 31)
    await service.fillIn(await service.leadTo(me, billing.checkout))
    expect(await subscription(me)).toMatchObject({
      planCode: 'monthly',
      isTrial: false,
      exceededFreeTier: true,
    })
    expect(await isPaymentSet(me)).toBe(true)
    const portal = await (await fetch(await service.leadTo(me, billing.portal))).text()
    expect(portal).toContain('href="http://localhost:9000/billing"')
    expect(portal).toContain('$100.00')
  })

  it('pays an unpaid invoice with a new card', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.fillIn(await service.leadTo(me, billing.checkout), refusing)
    await service.advance(me, 31)
    expect((await service.held(me)).invoices[0]).toMatchObject({ status: 'open', total: 10_000 })
    const { unpaidSince } = await service.overview(me)
    expect(Date.parse(unpaidSince ?? '') - Date.now()).toBeGreaterThan(29 * dayMs)
    await service.fillIn(await service.leadTo(me, billing.checkout))
    expect((await service.held(me)).invoices[0]).toMatchObject({ status: 'paid' })
    expect(await service.overview(me)).toMatchObject({ unpaidSince: null, paymentDetailsSet: true })
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: false })
  })

  it('follows a plan set at the provider, even for a user without a stored customer', async () => {
    const me = await makeSignedIn(test)
    for (const [plan, planCode] of [
      ['internal', 'si_internal'],
      ['free', 'free'],
      ['monthly', 'monthly'],
      ['trial', 'trial'],
    ]) {
      const reply = await service.put(`/api/customers/${me.user.email}/plan`, { plan })
      expect(reply.isWebhookTaken).toBe(true)
      expect(await subscription(me)).toMatchObject({ planCode, isTrial: plan === 'trial' })
    }
    await service.integrate(me)
    expect(await subscription(me)).toMatchObject({ planCode: 'trial' })
  })

  it('sends saved details after an outage without blocking requests during it', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.put('/api/failure', { mode: 'down' })
    const body: BillingInput = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyInformation: { legalName: 'Engines Ltd.', phoneNumber: '1'.repeat(40) },
      billingInformation: { addressLine1: 'Street 1', zipCode: 'N1', city: 'London', country: 'GB' },
    }
    const began = Date.now()
    const saved = await test.send(
      billing.saveDetails,
      { params: { userId: me.user.id }, body },
      { session: me.session },
    )
    expect(saved.status).toBe(200)
    expect(await subscription(me)).toMatchObject({ isTrial: true })
    expect(await service.leadTo(me, billing.checkout)).toBe(
      'http://localhost:9000/billing?problem=unavailable',
    )
    expect(Date.now() - began).toBeLessThan(20_000)
    const push = () => service.jobs['billing.push-details']({ userId: me.user.id }, test.jobs)
    await expect(push()).rejects.toThrow('did not answer')
    await service.put('/api/failure', { mode: 'none' })
    await push()
    await push()
    expect(await service.held(me)).toMatchObject({
      name: 'Engines Ltd.',
      phone: null,
      address: { line1: 'Street 1', line2: null, city: 'London', country: 'GB' },
      metadata: { userId: me.user.id, contactName: 'Ada Lovelace' },
    })
    const updates = await service.eventsAbout(me, 'customer.updated')
    expect(updates).toHaveLength(1)
  })

  it('suspends an account that stays unpaid, and reactivates it when the user adds a card from the notice', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.fillIn(await service.leadTo(me, billing.checkout), refusing)
    await service.advance(me, 31)
    const later = () => new Date(Date.now() + 46 * dayMs)
    const suspend = billingJobs({ ...service.services, now: later })['billing.suspend-unpaid']
    await suspend({ userId: me.user.id }, test.jobs)
    const state = async () => (await test.send(account.whoami, {}, { session: me.session })).body.user
    expect((await state()).suspendedAt).not.toBeNull()
    const page = await service.leadTo(me, billing.checkout)
    await service.fillIn(page)
    expect((await state()).suspendedAt).toBeNull()
    expect(test.jobs.mailsTo(me.user.email).map(({ subject }) => subject)).toEqual([
      'Your System Initiative account is paused',
      'Your System Initiative account is active again',
    ])
  })

  it("keeps an account unpaid after its subscription ended until the invoice is paid on the provider's page", async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.fillIn(await service.leadTo(me, billing.checkout), refusing)
    for (const days of [31, 4, 6, 8, 1]) await service.advance(me, days)
    expect(await subscription(me)).toBeNull()
    expect((await service.overview(me)).unpaidSince).not.toBeNull()
    const [owed] = (await invoices(me)).body.invoices
    expect(owed).toMatchObject({ status: 'open', isOverdue: true })
    await service.fillIn(owed?.paymentUrl ?? '')
    expect((await service.overview(me)).unpaidSince).toBeNull()
  })

  it('lists the invoices, newest first, with their documents and the unpaid amount', async () => {
    const me = await makeSignedIn(test)
    expect((await invoices(me)).body).toEqual({ invoices: [] })
    await service.integrate(me)
    await service.fillIn(await service.leadTo(me, billing.checkout), refusing)
    await service.advance(me, 31)
    const { status, body } = await invoices(me)
    expect(status).toBe(200)
    expect(body.invoices).toMatchObject([
      { status: 'open', total: 10_000, currency: 'USD', isOverdue: true, dueAt: null },
      { status: 'paid', total: 0, isOverdue: false, paymentUrl: null },
    ])
    const document = await fetch(body.invoices[0]?.pdfUrl ?? '')
    expect(document.headers.get('content-type')).toBe('application/pdf')
    expect(await (await fetch(body.invoices[0]?.paymentUrl ?? '')).text()).toContain('Pay $100.00')
  })

  it.each(['down', 'error', 'slow'])('does not wait for the provider in failure mode %s', async (mode) => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.put('/api/failure', { mode, forMs: 20_000 })
    const began = Date.now()
    const refused = await invoices(me)
    expect(refused).toMatchObject({ status: 503, errorType: 'BillingUnavailable' })
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await service.overview(me)).toMatchObject({ isConfigured: true, next: 'nothing' })
    await service.put('/api/failure', { mode: 'none' })
  })

  it('ends the subscription of a deleted account once the provider is available again', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await test.send(
      myData.deleteAccount,
      { params: { userId: me.user.id }, body: { confirmation: me.user.email } },
      { session: me.session },
    )
    const [job] = test.jobs.sent.filter(({ name }) => name === 'billing.end-subscription')
    expect(job?.data).toEqual({ userId: me.user.id })
    const end = () => service.jobs['billing.end-subscription']({ userId: me.user.id }, test.jobs)
    await service.put('/api/failure', { mode: 'down' })
    await expect(end()).rejects.toThrow('did not answer')
    expect((await service.held(me)).subscriptions).toHaveLength(1)
    await service.put('/api/failure', { mode: 'none' })
    await end()
    await end()
    expect((await service.held(me)).subscriptions).toEqual([])
  })

  it('leads two tabs to one checkout page, so that two payments start one subscription', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.advance(me, 31)
    const [first, second] = await Promise.all([
      service.leadTo(me, billing.checkout),
      service.leadTo(me, billing.checkout),
    ])
    const pages = new Set([first, second, await service.leadTo(me, billing.checkout)])
    for (const page of pages) await service.fillIn(page)
    const live = (await service.held(me)).subscriptions.filter(({ status }) => status === 'active')
    expect(live).toHaveLength(1)
    expect(pages.size).toBe(1)
  })

  it('expires a checkout page that another program opened when one is completed', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.advance(me, 31)
    const page = await service.leadTo(me, billing.checkout)
    const other = await service.send('POST', '/v1/checkout/sessions', {
      mode: 'subscription',
      customer: (await service.held(me)).id,
      'line_items[0][price]': test.config.STRIPE_MONTHLY_PRICE,
      'line_items[0][quantity]': '1',
      success_url: 'http://localhost:9000/billing',
    })
    await service.fillIn(page)
    await service.fillIn(String(other.url))
    const live = (await service.held(me)).subscriptions.filter(({ status }) => status === 'active')
    expect(live).toHaveLength(1)
  })

  it('opens the pages of a customer that was deleted at the provider, without another trial', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    const { id } = await service.held(me)
    await service.send('DELETE', `/v1/customers/${id}`)
    expect(await service.leadTo(me, billing.portal)).toContain(service.origin)
    expect(await service.leadTo(me, billing.checkout)).toContain(`${service.origin}/checkout/`)
    const renewed = await service.held(me)
    expect(renewed.id).not.toBe(id)
    expect(renewed.subscriptions).toEqual([])
  })

  it('does not take a request that the provider refuses for an outage', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.advance(me, 31)
    const gateway = new StripeBilling({ ...test.config, STRIPE_MONTHLY_PRICE: 'price_unknown' })
    const page = {
      customerId: (await service.held(me)).id,
      doneUrl: 'http://a.example',
      backUrl: 'http://a.example',
    }
    await expect(gateway.openSubscribe({ ...page, userId: me.user.id })).rejects.toThrow(BillingRefusedError)
  })

  it('closes the checkout that a deleted account has open in another tab', async () => {
    const me = await makeSignedIn(test)
    await service.integrate(me)
    await service.advance(me, 31)
    const page = await service.leadTo(me, billing.checkout)
    await test.send(
      myData.deleteAccount,
      { params: { userId: me.user.id }, body: { confirmation: me.user.email } },
      { session: me.session },
    )
    await service.jobs['billing.end-subscription']({ userId: me.user.id }, test.jobs)
    await service.fillIn(page)
    expect((await service.held(me)).subscriptions).toEqual([])
  })
})
