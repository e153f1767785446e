import type { ActiveSubscription } from '@portal/contract/billing'
import { billing } from '@portal/contract/billing'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { billingDetails, billingOverview, invoice } from '../../testing/billing.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
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
  it('has its heading, and leads to the provider by its two buttons', async () => {
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

  it('is for verified addresses: others are led to the profile', async () => {
    const { address } = await renderBilling({ user: person({ emailVerified: false }) })
    await expect.poll(address).toBe('/profile')
  })

  it('says what could not be loaded, with another try', async () => {
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

describe('the plan', () => {
  it.each<[string, ActiveSubscription | null, Parameters<typeof billingOverview>[0], string | RegExp]>([
    ['30-DAY FREE TRIAL', trial(), { next: 'monthly' }, /Then the monthly subscription begins/],
    [
      '30-DAY FREE TRIAL',
      trial(),
      { next: 'nothing', paymentDetailsSet: false },
      /Add payment details to go on/,
    ],
    [
      '30-DAY FREE TRIAL',
      trial(),
      { next: 'nothing', paymentDetailsSet: true },
      /nothing follows: .* canceled/,
    ],
    ['MONTHLY SUBSCRIPTION', subscription(), {}, 'Charged every month to your payment details.'],
    ['MONTHLY SUBSCRIPTION', subscription(), { paymentDetailsSet: false }, /Please add payment details/],
    [
      'MONTHLY SUBSCRIPTION',
      subscription({ endingAt: inDays(40) }),
      { next: 'nothing' },
      /Nothing follows it/,
    ],
    [
      'FREE SUBSCRIPTION',
      subscription({ planCode: 'free', exceededFreeTier: false }),
      {},
      'Nothing is charged.',
    ],
    ['FREE SUBSCRIPTION', null, { paymentDetailsSet: false }, /begins only when you confirm it/],
    [
      'SI INTERNAL',
      subscription({ planCode: 'si_internal', exceededFreeTier: false }),
      {},
      'Nothing is charged.',
    ],
  ])('is %s, with what it costs and what comes next', async (label, active, overview, sentence) => {
    const { screen } = await renderBilling({ subscription: active, overview })
    const card = screen.getByRole('region', { name: 'Your plan' })
    await expect.element(card.getByText(label, { exact: true })).toBeVisible()
    await expect.element(card.getByText(sentence)).toBeVisible()
  })

  it.each([
    [12, '12 days left'],
    [1, '1 day left'],
    [0, 'Last day'],
    [-1, 'Ending now'],
  ])('of a trial that ends in %i days says so', async (days, words) => {
    const { screen } = await renderBilling({ subscription: trial(days), overview: { next: 'nothing' } })
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^Ends end of day/)).toBeVisible()
  })
})

describe('the invoices', () => {
  it('stand in the page with amount, status and document', async () => {
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

  it('are none yet', async () => {
    const { screen } = await renderBilling()
    await expect.element(screen.getByText('No invoice yet.')).toBeVisible()
  })

  it('say that the provider is away, while the rest of the page works, and come with another try', async () => {
    const { screen, api } = await renderBilling({
      subscription: trial(),
      prepare: (prepared) => prepared.refuse(billing.listInvoices, 'BillingUnavailable'),
    })
    const card = screen.getByRole('region', { name: 'Invoices' })
    await expect.element(card.getByText('Refused: BillingUnavailable')).toBeVisible()
    await expect.element(screen.getByText('Billing cannot be reached at the moment')).toBeVisible()
    await expect.element(screen.getByText('30-DAY FREE TRIAL')).toBeVisible()
    api.reply(billing.listInvoices, { invoices: [invoice()] })
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card.getByRole('row', { name: 'A-0001' })).toBeVisible()
    await expect.element(screen.getByText('Billing cannot be reached at the moment')).not.toBeInTheDocument()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('what is owed', () => {
  const unpaidSince = '2025-01-05T12:00:00.000Z'

  it('is said first, with the way to pay it', async () => {
    const owed = { status: 'open', isOverdue: true } as const
    const { screen } = await renderBilling({
      overview: { unpaidSince, suspendsAt: '2025-01-19T12:00:00.000Z' },
      invoices: [
        invoice({ ...owed, id: 'in_2', number: 'A-0002', paymentUrl: 'https://pay.example/in_2' }),
        invoice({ ...owed, paymentUrl: 'https://pay.example/in_1' }),
      ],
    })
    const banner = screen.getByRole('alert')
    await expect
      .element(banner)
      .toHaveTextContent(
        'Payment is overdueAn invoice has been unpaid since January 5, 2025. If it stays so, your account is paused on January 19, 2025.Pay now(opens in a new tab)',
      )
    await expect
      .element(banner.getByRole('link', { name: /^Pay now/ }))
      .toHaveAttribute('href', 'https://pay.example/in_1')
  })

  it('leads to the payment details where the invoice is not known', async () => {
    const { screen } = await renderBilling({ overview: { unpaidSince } })
    await screen.getByRole('alert').getByRole('button', { name: 'Update payment details' }).click()
    expect(browserNavigation.go).toHaveBeenCalledExactlyOnceWith(billingDetails().customerCheckoutUrl)
  })
})

describe('without a billing provider', () => {
  it('says so, explains its buttons, and saves the details all the same', async () => {
    const { screen, api } = await renderBilling({
      overview: { isConfigured: false, paymentDetailsSet: false },
    })
    await expect.element(screen.getByText('Billing is not configured')).toBeVisible()
    for (const name of ['Add / Update Payment Details', 'View Your Invoices']) {
      const button = screen.getByRole('button', { name })
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button).toHaveAccessibleDescription('There is no billing provider')
      await button.click({ force: true })
    }
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(browserNavigation.openTab).not.toHaveBeenCalled()
    expect(api.requests(billing.listInvoices)).toEqual([])
    await expect.element(screen.getByRole('button', { name: 'Save Billing Details' })).toBeEnabled()
  })
})

describe('the way back from the provider', () => {
  /** `vi.waitFor` moves the fake clock while it waits, and gives up after a second unless it is told otherwise. */
  const patienceMs = 60_000

  /** The provider has not said yet what came of it. */
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
    ['?problem=unavailable', 'Billing could not be reached'],
  ])('says what came of it once, and takes %s out of the address', async (search, title) => {
    const { screen, address, router } = await renderBilling({ search })
    await expect.element(screen.getByText(title)).toBeVisible()
    expect(address()).toBe('/billing')
    await router.navigate({ to: '/workspaces' })
    await router.navigate({ to: '/billing' })
    await expect.element(screen.getByRole('button', { name: 'Save Billing Details' })).toBeVisible()
    await expect.element(screen.getByText(title)).not.toBeInTheDocument()
  })

  it('says that there is no provider where a page of it was asked for', async () => {
    const { screen } = await renderBilling({
      search: '?problem=not-configured',
      overview: { isConfigured: false },
    })
    await expect.element(screen.getByText('Billing is not configured')).toBeVisible()
  })

  it('asks again until the provider’s word has arrived', async () => {
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

  it('stops asking where no word arrives', async () => {
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

it('is reached by its link in the header', async () => {
  const { screen, api, address } = await renderApp('/workspaces')
  api.reply(billing.readDetails, { billingDetails: billingDetails() })
  api.reply(billing.listInvoices, { invoices: [] })
  await screen.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect.poll(address).toBe('/billing')
})
