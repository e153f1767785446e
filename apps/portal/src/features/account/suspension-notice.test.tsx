import { account } from '@portal/contract/account/account'
import { type BillingDetails, billing } from '@portal/contract/billing/billing'
import { describe, expect, it, vi } from 'vitest'
import { billingOverview, invoice } from '../../testing/billing.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const suspended = person({ suspendedAt: '2025-01-01T00:00:00.000Z' })
const checkoutUrl = 'http://localhost:9001/users/U/billing/checkout'
const billingDetails = { customerCheckoutUrl: checkoutUrl } as BillingDetails

const open = (search = '', user = suspended) =>
  renderApp(`/suspension-notice${search}`, {
    user,
    prepare: (api) => api.reply(billing.readDetails, { billingDetails }),
  })

const unpaidSince = '2025-01-05T12:00:00.000Z'
const overdue = (number: string, amountDue = 10_000) =>
  invoice({
    id: `in_${number}`,
    number,
    status: 'open',
    isOverdue: true,
    amountDue,
    paymentUrl: `https://pay.example/${number}`,
  })

/** Opens the notice of a user with overdue invoices. */
function openOwing({ isReactivatedByPayment = true, invoices = [overdue('A-0001')] } = {}) {
  const owing = billingOverview({ unpaidSince, isReactivatedByPayment })
  return renderApp('/suspension-notice', {
    user: suspended,
    prepare: (api) => {
      api.reply(billing.readDetails, { billingDetails })
      api.reply(billing.overview, { billingOverview: owing })
      api.reply(billing.listInvoices, { invoices })
    },
  })
}

describe('the payment on the suspension notice', () => {
  it('links to the payment page of the oldest overdue invoice with what is left to pay, and says what follows', async () => {
    const { screen } = await openOwing({ invoices: [overdue('A-0002'), overdue('A-0001', 4_050)] })
    const pay = screen.getByRole('link', { name: /^Pay \$40\.50/ })
    await expect.element(pay).toHaveAttribute('href', 'https://pay.example/A-0001')
    await expect
      .element(
        screen.getByText(
          /^Your account reopens automatically as soon as you have paid the 2 overdue invoices\./,
        ),
      )
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Update payment details' })).toBeVisible()
  })

  it('leads to support after the payment of an invoice if staff paused the account, because it does not reopen automatically', async () => {
    const { screen } = await openOwing({ isReactivatedByPayment: false })
    await expect
      .element(
        screen.getByText(
          /^Our staff paused your account, so it does not reopen automatically when you pay invoice A-0001\. Contact support after you pay\./,
        ),
      )
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: /^Pay \$100\.00/ })).toBeVisible()
  })

  it('leads to support after the payment if staff paused the account, with nothing left to update', async () => {
    const { screen, api } = await openOwing({ isReactivatedByPayment: false })
    await expect.element(screen.getByRole('link', { name: /^Pay \$100\.00/ })).toBeVisible()
    api.reply(billing.listInvoices, { invoices: [invoice({ id: 'in_A-0001' })] })
    api.reply(billing.overview, { billingOverview: billingOverview() })
    window.dispatchEvent(new Event('visibilitychange'))
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent(/Invoice A-0001 is paid ?Contact support to have your account reopened\./)
    await expect
      .element(screen.getByRole('link', { name: 'Email support@systeminit.com' }))
      .toHaveAttribute('href', 'mailto:support@systeminit.com')
    expect(screen.getByRole('link', { name: 'Update payment details' }).query()).toBeNull()
    expect(screen.getByRole('link', { name: /^Pay/ }).query()).toBeNull()
  })

  it('still offers to add payment details after the payment if there are none', async () => {
    const { screen } = await renderApp('/suspension-notice', {
      user: suspended,
      prepare: (api) => {
        api.reply(billing.overview, { billingOverview: billingOverview({ paymentDetailsSet: false }) })
        api.reply(billing.listInvoices, { invoices: [invoice()] })
      },
    })
    await expect.element(screen.getByText('Invoice A-0001 is paid')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Update payment details' })).toBeVisible()
  })

  it('is confirmed when the user returns, while the account is not active yet', async () => {
    const { screen, api } = await openOwing()
    await expect.element(screen.getByRole('link', { name: /^Pay \$100\.00/ })).toBeVisible()
    api.reply(billing.listInvoices, { invoices: [invoice({ id: 'in_A-0001' })] })
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(screen.getByText('Payment received')).toBeVisible()
    await expect
      .element(screen.getByText(/^Your account reopens as soon as the payment is confirmed/))
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: /^Pay/ })).not.toBeInTheDocument()
  })

  it('leads to the workspaces with a toast once the account is active', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { screen, api, address } = await openOwing()
    await vi.waitFor(() => expect(screen.getByRole('link', { name: /^Pay/ }).query()).not.toBeNull(), 60_000)
    api.reply(account.whoami, { user: person() })
    api.reply(billing.overview, { billingOverview: billingOverview() })
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(address()).toBe('/workspaces'), 60_000)
    await vi.waitFor(
      () => expect(screen.getByText('Your account is active again').query()).not.toBeNull(),
      60_000,
    )
  })
})

describe('the suspension notice', () => {
  it('links to the checkout', async () => {
    const { screen } = await open()
    await expect
      .element(screen.getByText('Your account has been paused pending payment or payment information.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Update payment details' }))
      .toHaveAttribute('href', checkoutUrl)
    expect(screen.getByText('Reason').query(), 'staff gave none').toBeNull()
  })

  it('shows the reason given by staff', async () => {
    const { screen } = await open('', { ...suspended, suspensionReason: 'Invoice 7 came back.\nCall us.' })
    await expect.element(screen.getByText('Reason')).toBeVisible()
    await expect.element(screen.getByText('Invoice 7 came back. Call us.')).toBeVisible()
  })

  it('has no checkout link if billing is not configured', async () => {
    const { screen, api } = await open('?problem=not-configured')
    await expect.element(screen.getByRole('link', { name: 'support@systeminit.com' })).toBeVisible()
    await expect.element(screen.getByText('Billing is not configured')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Update payment details' }).query()).toBeNull()
    expect(api.requests(billing.readDetails)).toEqual([])
  })

  it.each([
    ['unavailable', 'Billing is temporarily unavailable'],
    ['too-many', 'Too many billing requests'],
    ['failed', 'The page could not be opened'],
  ])('says that the checkout did not open for the reason %s, and keeps its link', async (problem, title) => {
    const { screen } = await open(`?problem=${problem}`)
    await expect.element(screen.getByText(title)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Update payment details' })).toBeVisible()
  })

  it('says that billing is not configured before the user tries to pay', async () => {
    const { screen } = await renderApp('/suspension-notice', {
      user: suspended,
      prepare: (api) => {
        api.reply(billing.readDetails, { billingDetails })
        api.reply(billing.overview, { billingOverview: billingOverview({ isConfigured: false }) })
      },
    })
    await expect.element(screen.getByText('Billing is not configured')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Update payment details' }).query()).toBeNull()
  })

  it('has no checkout link for an unverified user, who has no billing', async () => {
    const { screen, api } = await open('', { ...suspended, emailVerified: false })
    await expect.element(screen.getByRole('link', { name: 'support@systeminit.com' })).toBeVisible()
    expect(api.requests(billing.readDetails)).toEqual([])
  })

  it('confirms a completed checkout, and shows the payment link before the address of support', async () => {
    const { screen } = await open('?checkout=done')
    await expect.element(screen.getByText('Payment details received')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Update payment details' })
    await expect.element(link).toBeVisible()
    const support = screen.getByRole('link', { name: 'support@systeminit.com' }).element()
    expect(link.element().compareDocumentPosition(support), 'the button comes first').toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })

  it('says what follows a completed checkout only once it knows why the account is paused', async () => {
    const { screen, api } = await renderApp('/suspension-notice?checkout=done', {
      user: suspended,
      prepare: (prepared) => {
        prepared.reply(billing.readDetails, { billingDetails })
        prepared.refuse(billing.overview, 'DatabaseUnavailable')
      },
    })
    await expect.poll(() => api.requests(billing.overview)).toHaveLength(1)
    await expect.element(screen.getByRole('link', { name: 'Update payment details' })).toBeVisible()
    expect(screen.getByText('Contact support to have your account reopened.').query()).toBeNull()
    loggedFailures()
  })

  it('shows why the checkout link could not be loaded, with a retry', async () => {
    const { screen, api } = await renderApp('/suspension-notice', {
      user: suspended,
      prepare: (prepared) => prepared.refuse(billing.readDetails, 'DatabaseUnavailable'),
    })
    await expect.element(screen.getByText('Refused: DatabaseUnavailable')).toBeVisible()
    api.reply(billing.readDetails, { billingDetails })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('link', { name: 'Update payment details' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
