import { expect, test } from '@playwright/test'
import { expectAccessible, signInReady, suspend } from './account-fixtures.ts'
import {
  advanceClock,
  declinedCard,
  fillAddress,
  goodCard,
  heldOf,
  makeOverdue,
  openBilling,
  payWith,
  planCard,
} from './billing-fixtures.ts'
import { addresses, toast } from './fixtures.ts'
import { ownId } from './portal-calls.ts'

const engines = {
  line1: 'St. James’s Square 12',
  zipCode: 'SW1Y 4JH',
  city: 'London',
  country: 'United Kingdom',
}
const plain = { ...engines, line1: 'St. James Square 12' }

test('billing page saves details and a card, and shows the subscription and its invoice', async ({
  page,
}) => {
  const { email } = await signInReady(page)
  await openBilling(page, email)
  await expect(planCard(page)).toContainText('30-DAY FREE TRIAL')
  await expect(planCard(page)).toContainText(/(29|30) days left/)
  await expect(planCard(page)).toContainText('Add payment details to continue')

  // Invalid fields show their errors, and the form keeps its input.
  await page.getByLabel('Company Legal Name').fill('Engines & Co.')
  await fillAddress(page, engines)
  await page.getByRole('button', { name: 'Save Billing Details' }).click()
  await expect(page.getByLabel('Company Legal Name')).toBeFocused()
  await page.getByLabel('Company Legal Name').fill('Engines and Co.')
  await page.getByLabel('Address Line 1').fill(plain.line1)
  await page.getByLabel('Phone Number').fill('+44 (20) 7946-0000')
  await page.getByRole('button', { name: 'Save Billing Details' }).click()
  await expect(page.getByRole('button', { name: 'Success!' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('London')
  await expect(page.getByLabel('Phone Number')).toHaveValue('+442079460000')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United Kingdom (GB)')
  await expect
    .poll(async () => (await heldOf(email))?.address)
    .toMatchObject({ line1: plain.line1, city: 'London', country: 'GB' })

  // A declined card shows Stripe's message and keeps the form.
  await page.getByRole('button', { name: 'Add / Update Payment Details' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.billing}/checkout/`))
  await payWith(page, declinedCard)
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await expect(page.getByLabel('Card number')).toHaveValue(declinedCard)
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace')
  await payWith(page, goodCard)
  await expect(page.getByText('Your payment details have been saved')).toBeVisible()
  await expect(page).toHaveURL(`${addresses.portal}/billing`)
  await expect(planCard(page)).toContainText('Payment details on file')
  await expect(planCard(page)).toContainText('The monthly subscription then begins')

  // The plan card shows a cancellation at the provider, and its reversal.
  const changing = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'View Your Invoices' }).click()
  const changes = await changing
  for (const [act, sentence] of [
    ['Cancel subscription', 'The subscription was canceled.'],
    ['Don’t cancel', 'The monthly subscription then begins'],
  ] as const) {
    await changes.getByRole('button', { name: act }).click()
    await page.reload()
    await expect(planCard(page)).toContainText(sentence)
  }
  await changes.close()

  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  const tier = page.getByRole('region', { name: 'Your subscription' })
  await expect(tier).toContainText('30-DAY FREE TRIAL')
  await expect(tier).toContainText('Ends end of day')
  await advanceClock(email, 31)
  await page.reload()
  await expect(tier).toContainText('MONTHLY SUBSCRIPTION')
  await expect(tier).not.toContainText('Ends end of day')

  await page.goto('/billing')
  await expect(planCard(page)).toContainText('Charged monthly to your payment method.')
  const rows = page.getByRole('grid', { name: 'Invoices' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('$100.00')
  await expect(rows.nth(1)).toContainText('Paid')
  const document = await rows
    .nth(1)
    .getByRole('link', { name: /^PDF of invoice/ })
    .getAttribute('href')
  const response = await page.request.get(document ?? '')
  expect(response.headers()['content-type']).toBe('application/pdf')

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'View Your Invoices' }).click()
  const portal = await opening
  await expect(portal).toHaveURL(new RegExp(`^${addresses.billing}/portal/`))
  await expect(portal.getByRole('row', { name: /\$100\.00 paid/ })).toBeVisible()
  await expectAccessible(page)
})

test('billing page shows an unpaid invoice and links to its payment', { tag: '@long' }, async ({ page }) => {
  const { email } = await signInReady(page)
  await makeOverdue(page, email)
  await page.reload()
  const overdue = planCard(page).getByRole('heading', { name: 'Payment is overdue' })
  await expect(overdue).toBeVisible()
  await expect(planCard(page)).toContainText('An invoice has been unpaid since')
  await expect(page.getByRole('grid', { name: 'Invoices' })).toContainText('Overdue')
  await expectAccessible(page)

  // The workspaces page also says so, and links to the billing page.
  await page.goto('/workspaces')
  await page.getByRole('link', { name: 'Payment is overdue' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Pay \$100\.00 for invoice / }).click()
  const invoice = await opening
  await payWith(invoice, goodCard)
  await expect(invoice.getByText('$0.00 due')).toBeVisible()
  const title = await invoice.getByRole('heading', { level: 1 }).textContent()
  await page.bringToFront()
  await expect(toast(page, `${title} paid`)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Invoices' })).toContainText('Paid')
  await expect(overdue).toBeHidden()
})

test('a suspended user pays an overdue invoice from the notice', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { email } = await signInReady(page)
  await makeOverdue(page, email)
  await suspend(browser, await ownId(page))
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
  await expect(page.getByText(/^Our staff paused your account, so paying invoice .+ does not/)).toBeVisible()
  await expectAccessible(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Pay \$100\.00/ }).click()
  const invoice = await opening
  await payWith(invoice, goodCard)
  await expect(invoice.getByText('$0.00 due')).toBeVisible()
  const title = await invoice.getByRole('heading', { level: 1 }).textContent()
  await page.bringToFront()
  await expect(toast(page, `${title} paid`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toBeHidden()
})

test('billing page works with the keyboard only', { tag: '@long' }, async ({ page }) => {
  const { email } = await signInReady(page)
  await openBilling(page, email)
  await page.getByLabel('Company Legal Name').focus()
  // One Tab moves to the next field: legal name, legal number, tax number, phone, address.
  for (const text of ['Engines Ltd.', '7', 'GB1', '+442079460000', 'Street 1', '', 'N1 9GU', 'London', '']) {
    if (text !== '') await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect(country).toBeFocused()
  await page.keyboard.type('germ')
  await expect(page.getByRole('option', { name: 'Germany (DE)' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('Germany (DE)')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save Billing Details' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Success!' })).toBeVisible()

  await page.getByRole('button', { name: 'View Your Invoices' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Add / Update Payment Details' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Card number')).toBeVisible()
})
