import { type ActiveSubscription, billing } from '@portal/contract/billing/billing'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { billingDetails, billingOverview, invoice } from '../../testing/billing.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderBilling } from '../../testing/render-billing.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const subscription = (more: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  planCode: 'monthly',
  isTrial: false,
  endingAt: null,
  exceededFreeTier: true,
  ...more,
})
const trial = (days = 12) => subscription({ planCode: 'trial', isTrial: true, endingAt: inDays(days) })

describe('the billing page', () => {
  it('shows its heading, and links to the provider with two buttons', async () => {
    const { screen } = await renderBilling()
    await expect
      .element(screen.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Update Your Billing Information')
    await screen.getByRole('button', { name: 'Add / Update Payment Details' }).click()
    expect(browserNavigation.go).toHaveBeenCalledExactlyOnceWith(billingDetails().customerCheckoutUrl)
    const invoices = screen.getByRole('button', { name: 'View Your Invoices' })
    await expect.element(invoices).toHaveAccessibleDescription('Opens in a new tab')
    await invoices.click()
    expect(browserNavigation.openTab).toHaveBeenCalledExactlyOnceWith(billingDetails().customerPortalUrl)
  })

  it('shows why loading failed, with a retry', async () => {
    const { screen, api } = await renderBilling({
      prepare: (prepared) => prepared.refuse(billing.readDetails, 'DatabaseUnavailable'),
    })
    await expect.element(screen.getByText('Refused: DatabaseUnavailable')).toBeVisible()
    api.reply(billing.readDetails, { billingDetails: billingDetails() })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save Billing Details' })).toBeVisible()
    loggedFailures()
  })
})

describe('the status panel', () => {
  const withoutCard = { next: 'nothing', paymentDetailsSet: false } as const

  it('shows the plan, the payment details, when the plan ends and what happens then', async () => {
    const active = subscription({ endingAt: '2125-01-20T12:00:00.000Z' })
    const { screen } = await renderBilling({ subscription: active, overview: { next: 'nothing' } })
    const panel = screen.getByRole('region', { name: 'Your plan' })
    await expect.element(panel.getByText('MONTHLY SUBSCRIPTION')).toBeVisible()
    await expect.element(panel.getByRole('heading', { name: 'Your subscription is ending' })).toBeVisible()
    await expect.element(panel.getByText('Payment details on file')).toBeVisible()
    await expect.element(panel.getByText(/Ends end of day January 20, 2125\./)).toBeVisible()
    await expect.element(panel.getByText(/won't renew/)).toBeVisible()
  })

  it('says once that payment details are missing', async () => {
    const { screen } = await renderBilling({
      subscription: subscription(),
      overview: { paymentDetailsSet: false },
    })
    await expect.element(screen.getByRole('heading', { name: 'No payment details' })).toBeVisible()
    expect(screen.getByText('No payment details').elements()).toHaveLength(1)
  })

  it('leads a user without a card to the checkout', async () => {
    const { screen } = await renderBilling({ subscription: trial(), overview: withoutCard })
    const first = screen.getByRole('region', { name: 'Your plan' }).getByRole('button').first()
    await expect.element(first).toHaveTextContent('Add / Update Payment Details')
    await first.click()
    expect(browserNavigation.go).toHaveBeenCalledExactlyOnceWith(billingDetails().customerCheckoutUrl)
  })

  it('leads a user who canceled to the page where they can resume', async () => {
    const { screen } = await renderBilling({ subscription: trial(), overview: { next: 'nothing' } })
    const first = screen.getByRole('region', { name: 'Your plan' }).getByRole('button').first()
    await expect.element(first).toHaveTextContent('Resume subscription')
    await first.click()
    expect(browserNavigation.openTab).toHaveBeenCalledExactlyOnceWith(billingDetails().customerPortalUrl)
  })
})

describe('the invoices', () => {
  it('are listed with amount, status and document', async () => {
    const { screen } = await renderBilling({
      invoices: [
        invoice({
          id: 'in_2',
          number: 'A-0002',
          status: 'open',
          isOverdue: true,
          paymentUrl: 'https://pay.example/in_2',
        }),
        invoice(),
        invoice({ id: 'in_0', number: null, status: 'void', total: 500, currency: 'JPY', pdfUrl: null }),
      ],
      overview: { unpaidSince: '2025-01-05T12:00:00.000Z' },
    })
    const table = screen.getByRole('grid', { name: 'Invoices' })
    await expect.element(table.getByRole('row', { name: 'A-0002' }).getByText('Overdue')).toBeVisible()
    const paid = table.getByRole('row', { name: 'A-0001' })
    for (const text of ['January 5, 2025', '$100.00', 'Paid'])
      await expect.element(paid.getByText(text, { exact: true })).toBeVisible()
    const voided = table.getByRole('row', { name: 'in_0' })
    for (const text of ['¥500', 'Void'])
      await expect.element(voided.getByText(text, { exact: true })).toBeVisible()
    expect(voided.getByRole('link').elements()).toEqual([])
    await expect
      .element(table.getByRole('link', { name: 'PDF of invoice A-0001' }))
      .toHaveAttribute('href', 'https://pay.example/in_1.pdf')
    await expect
      .element(table.getByRole('link', { name: 'Pay invoice A-0002' }))
      .toHaveAttribute('href', 'https://pay.example/in_2')
  })

  it('are not requested at each focus of the tab while none can be paid', async () => {
    const { screen, api } = await renderBilling({ invoices: [invoice()] })
    await expect.element(screen.getByRole('row', { name: 'A-0001' })).toBeVisible()
    window.dispatchEvent(new Event('visibilitychange'))
    expect(api.requests(billing.listInvoices)).toHaveLength(1)
  })

  it('show an empty state without invoices', async () => {
    const { screen } = await renderBilling()
    await expect.element(screen.getByText('No invoices yet.')).toBeVisible()
  })

  it('are explained by one notice while the provider is unavailable, and the rest of the page works', async () => {
    const { screen, api } = await renderBilling({
      subscription: trial(),
      prepare: (prepared) => prepared.refuse(billing.listInvoices, 'BillingUnavailable'),
    })
    const card = screen.getByRole('region', { name: 'Invoices' })
    await expect.element(card.getByText('Not loaded.')).toBeVisible()
    expect(screen.getByRole('alert').elements()).toHaveLength(1)
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Billing is temporarily unavailable/)
    await expect.element(screen.getByText('30-DAY FREE TRIAL')).toBeVisible()
    const sections = screen.getByRole('navigation', { name: 'Sections' })
    await expect.element(sections.getByRole('link', { name: 'Invoices' })).toBeVisible()
    for (const name of ['Add / Update Payment Details', 'View Your Invoices']) {
      const button = screen.getByRole('button', { name })
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button).toHaveAccessibleDescription('Payments are not available right now')
    }
    api.reply(billing.listInvoices, { invoices: [invoice()] })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card.getByRole('row', { name: 'A-0001' })).toBeVisible()
    await expect.element(screen.getByText('Billing is temporarily unavailable')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'View Your Invoices' })).toBeEnabled()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('an overdue payment', () => {
  const unpaidSince = '2025-01-05T12:00:00.000Z'

  it('is the first thing on the page, with a link to pay the oldest invoice', async () => {
    const owed = { status: 'open', isOverdue: true } as const
    const { screen } = await renderBilling({
      overview: { unpaidSince, suspendsAt: '2025-01-19T12:00:00.000Z' },
      invoices: [
        invoice({ ...owed, id: 'in_2', number: 'A-0002', paymentUrl: 'https://pay.example/in_2' }),
        invoice({ ...owed, amountDue: 4_050, paymentUrl: 'https://pay.example/in_1' }),
      ],
    })
    const panel = screen.getByRole('region', { name: 'Your plan' })
    await expect.element(panel.getByRole('heading', { name: 'Payment is overdue' })).toBeVisible()
    await expect.element(panel.getByText(/^An invoice has been unpaid since January 5, 2025\./)).toBeVisible()
    await expect.element(panel.getByText(/your account will be paused on January 19, 2025\.$/)).toBeVisible()
    await expect
      .element(panel.getByRole('link', { name: /^Pay \$40\.50 for invoice A-0001/ }))
      .toHaveAttribute('href', 'https://pay.example/in_1')
  })

  const overdue = invoice({ status: 'open', isOverdue: true, paymentUrl: 'https://pay.example/in_1' })
  const paid = { invoices: [invoice()] }

  it('is confirmed and gone when the user returns from paying, even before the webhook has arrived', async () => {
    const { screen, api } = await renderBilling({ overview: { unpaidSince }, invoices: [overdue] })
    const row = screen.getByRole('grid', { name: 'Invoices' }).getByRole('row', { name: 'A-0001' })
    await expect.element(row.getByText('Overdue')).toBeVisible()
    api.reply(billing.listInvoices, paid)
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(screen.getByText('Invoice A-0001 paid')).toBeVisible()
    await expect.element(row.getByText('Paid')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Pay/ }).elements()).toEqual([])
  })

  it('is confirmed and gone when the API learns of the payment while the page is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { screen, api } = await renderBilling({ overview: { unpaidSince }, invoices: [overdue] })
    await vi.waitFor(
      () => expect(screen.getByText('Overdue', { exact: true }).query()).not.toBeNull(),
      60_000,
    )
    api.reply(billing.listInvoices, paid)
    api.reply(billing.overview, { billingOverview: billingOverview() })
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(screen.getByText('Invoice A-0001 paid').query()).not.toBeNull(), 60_000)
    expect(screen.getByText('Payment is overdue').query()).toBeNull()
    const asked = api.requests(billing.overview).length
    await vi.advanceTimersByTimeAsync(20_000)
    expect(api.requests(billing.overview)).toHaveLength(asked)
  })

  it('leads to the payment details if the invoice is unknown', async () => {
    const { screen } = await renderBilling({ overview: { unpaidSince } })
    const panel = screen.getByRole('region', { name: 'Your plan' })
    await expect.element(panel.getByRole('heading', { name: 'Payment is overdue' })).toBeVisible()
    await expect.element(panel.getByText(/^Pay /)).not.toBeInTheDocument()
    await panel.getByRole('button', { name: 'Add / Update Payment Details' }).click()
    expect(browserNavigation.go).toHaveBeenCalledExactlyOnceWith(billingDetails().customerCheckoutUrl)
  })
})

describe('the billing page without a provider', () => {
  it('says so, explains the disabled buttons, and still saves the details', async () => {
    const { screen, api } = await renderBilling({
      overview: { isConfigured: false, paymentDetailsSet: false },
    })
    await expect.element(screen.getByText('Billing is not configured')).toBeVisible()
    for (const name of ['Add / Update Payment Details', 'View Your Invoices']) {
      const button = screen.getByRole('button', { name })
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button).toHaveAccessibleDescription('Payments are not available')
      await button.click({ force: true })
    }
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(browserNavigation.openTab).not.toHaveBeenCalled()
    expect(api.requests(billing.listInvoices)).toEqual([])
    await screen.getByRole('textbox', { name: 'First Name' }).fill('Augusta')
    await expect.element(screen.getByRole('button', { name: 'Save Billing Details' })).toBeEnabled()
  })
})

describe('the return from the provider', () => {
  /** `vi.waitFor` advances the fake clock while it waits, and times out after one second by default. */
  const patienceMs = 60_000

  /** The provider's webhook has not arrived yet. */
  async function openAfterCheckout() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const app = await renderBilling({
      search: '?checkout=done',
      overview: { paymentDetailsSet: false },
      subscription: trial(),
    })
    await vi.waitFor(
      () => expect(app.screen.getByText('No payment details').query()).not.toBeNull(),
      patienceMs,
    )
    return app
  }

  it.each([
    ['?checkout=done', 'Your payment details have been saved'],
    ['?problem=unavailable', 'Billing was temporarily unavailable'],
    ['?problem=too-many', 'Too many billing requests'],
    ['?problem=failed', 'The page could not be opened'],
  ])('shows the result once, and removes %s from the URL', async (search, title) => {
    const { screen, address, router } = await renderBilling({ search })
    await expect.element(screen.getByText(title)).toBeVisible()
    expect(address()).toBe('/billing')
    await router.navigate({ to: '/workspaces' })
    await router.navigate({ to: '/billing' })
    await expect.element(screen.getByRole('button', { name: 'Save Billing Details' })).toBeVisible()
    await expect.element(screen.getByText(title)).not.toBeInTheDocument()
  })

  it('polls until the webhook has arrived', async () => {
    const { screen, api } = await openAfterCheckout()
    api.reply(billing.overview, { billingOverview: billingOverview({ next: 'monthly' }) })
    await vi.advanceTimersByTimeAsync(2_000)
    await vi.waitFor(
      () => expect(screen.getByText('Payment details on file').query()).not.toBeNull(),
      patienceMs,
    )
    const asked = api.requests(billing.overview).length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(api.requests(billing.overview)).toHaveLength(asked)
  })

  it('stops polling if no webhook arrives', async () => {
    const { api } = await openAfterCheckout()
    const asked = () =>
      [billing.overview, billing.activeSubscription].map((call) => api.requests(call).length)
    for (let second = 0; second < 60; second += 2) await vi.advanceTimersByTimeAsync(2_000)
    const atLast = asked()
    expect(Math.max(...atLast)).toBeLessThanOrEqual(16)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked()).toEqual(atLast)
  })
})
