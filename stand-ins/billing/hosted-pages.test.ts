import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BillingFixture } from './testing/billing-fixture.ts'

const billing = new BillingFixture()
beforeEach(() => billing.open())
afterEach(() => billing.close())

const good = { number: '4242 4242 4242 4242', expiry: '12 / 49', cvc: '123', name: 'Pat Person' }
const back = 'http://portal.example/billing'

async function makeCustomer(): Promise<string> {
  return (await billing.stripe.customers.create({ email: 'pat@example.com' })).id
}

async function openCheckout(more: Stripe.Checkout.SessionCreateParams) {
  const urls = { success_url: `${back}?session={CHECKOUT_SESSION_ID}`, cancel_url: back }
  const { id, url } = await billing.stripe.checkout.sessions.create({ ...urls, ...more })
  return { id, page: await billing.browser.visit(url ?? '') }
}

async function openPortal(customer: string): Promise<string> {
  return (await billing.stripe.billingPortal.sessions.create({ customer, return_url: back })).url
}

describe('the hosted checkout of the billing stand-in', () => {
  it('saves a card, sends the webhooks and redirects back to the product', async () => {
    const customer = await makeCustomer()
    const { id, page } = await openCheckout({ customer, mode: 'setup', currency: 'usd' })
    expect(page.text).toContain('Add payment details')
    const done = await billing.browser.submit(page, good)
    expect(done.location).toBe(`${back}?session=${id}`)
    expect(billing.types).toEqual(
      expect.arrayContaining([
        'payment_method.attached',
        'setup_intent.succeeded',
        'checkout.session.completed',
      ]),
    )
    const expanded = { expand: ['setup_intent.payment_method'] }
    expect(await billing.stripe.checkout.sessions.retrieve(id, expanded)).toMatchObject({
      status: 'complete',
      url: null,
      setup_intent: { status: 'succeeded', payment_method: { card: { last4: '4242', brand: 'visa' } } },
    })
    expect((await billing.browser.visit(page.url)).text).toContain('all done here')
  })

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4242424242424241', 'Your card number is invalid.'],
    ['4111111111111111', 'Your card was declined. Your request was in test mode, but used a non test card.'],
  ])('refuses card %s with the message “%s” and keeps the form values', async (number, sentence) => {
    const { page } = await openCheckout({ customer: await makeCustomer(), mode: 'setup', currency: 'usd' })
    const refused = await billing.browser.submit(page, { ...good, number })
    expect(refused.status).toBe(402)
    expect(refused.text).toContain(`role="alert">${sentence.replaceAll("'", '&#39;')}`)
    expect(refused.text).toContain(`value="${number}"`)
    expect(refused.text).toContain('value="Pat Person"')
    expect((await billing.browser.submit(page, good)).location).toContain(back)
  })

  it.each([
    [{ expiry: '01 / 20' }, 'expiration date is in the past'],
    [{ expiry: '13 / 40' }, 'expiration date is incomplete'],
    [{ cvc: '1' }, 'security code is incomplete'],
    [{ name: '' }, 'Enter the name on the card.'],
  ])('explains the problem with %j: “%s”', async (fields, sentence) => {
    const { page } = await openCheckout({ customer: await makeCustomer(), mode: 'setup', currency: 'usd' })
    expect((await billing.browser.submit(page, { ...good, ...fields })).text).toContain(sentence)
  })

  it('charges for a subscription and creates its invoice as a page and a PDF', async () => {
    const customer = await makeCustomer()
    const line_items = [{ price: 'price_monthly', quantity: 1 }]
    const { page } = await openCheckout({ customer, mode: 'subscription', line_items })
    const refused = await billing.browser.submit(page, { ...good, number: '4000 0000 0000 0341' })
    expect(refused.text).toContain('Your card was declined.')
    await billing.browser.submit(page, good)
    const subscriptions = await billing.stripe.subscriptions.list({ customer })
    expect(subscriptions.data).toMatchObject([{ status: 'active' }])
    const invoices = await billing.stripe.invoices.list({ customer })
    expect(invoices.data).toMatchObject([{ status: 'paid', amount_paid: 10_000, amount_remaining: 0 }])
    expect(billing.types).toEqual(expect.arrayContaining(['customer.subscription.created', 'invoice.paid']))
    const [invoice] = invoices.data
    expect((await billing.browser.visit(invoice?.hosted_invoice_url ?? '')).text).toContain('$100.00')
    const pdf = await fetch(invoice?.invoice_pdf ?? '')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*Monthly subscription[\s\S]*%%EOF\n$/)
  })
})

describe('the customer portal of the billing stand-in', () => {
  it('shows the invoices, saves a card, and cancels and renews the subscription', async () => {
    const customer = await makeCustomer()
    await billing.put('/api/customers/pat@example.com/plan', { plan: 'monthly' })
    const url = await openPortal(customer)
    const page = await billing.browser.visit(url)
    expect(page.text).toContain(`href="${back}"`)
    expect(page.text).toMatch(/\/invoices\/in_\w+\/pdf">PDF/)
    const declined = await billing.browser.send(`${url}/card`, { ...good, number: '4000000000000002' })
    expect(declined.text).toContain('Your card was declined.')
    const added = await billing.browser.send(`${url}/card`, good)
    expect(added.text).toContain('visa ending in 4242')
    const id = /name="subscription" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect((await billing.browser.send(`${url}/cancel`, { subscription: id })).text).toContain('Ends on')
    expect(await billing.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true })
    expect((await billing.browser.send(`${url}/renew`, { subscription: id })).text).toContain('Renews on')
  })

  it('returns 404 when a customer cancels the subscription of another customer', async () => {
    const customer = await makeCustomer()
    const other = await billing.put('/api/customers/other@example.com/plan', { plan: 'monthly' })
    const url = await openPortal(customer)
    const [foreign] = other.body.subscriptions as { id: string }[]
    const reply = await billing.browser.send(`${url}/cancel`, { subscription: foreign?.id ?? '' })
    expect(reply.status).toBe(404)
  })
})

it('the customer pages of the billing stand-in search customers by email and advance a customer’s clock', async () => {
  await makeCustomer()
  await billing.put('/api/customers/pat@example.com/plan', { plan: 'trial' })
  const list = await billing.browser.visit('/?search=PAT')
  expect(list.text).toContain('30-day free trial: trialing')
  const path = /href="(\/customers\/[^"]+)"/.exec(list.text)?.[1] ?? ''
  const moved = await billing.browser.send(`${path}/change`, { days: '31' })
  expect(moved.text).toContain('no subscription')
})
