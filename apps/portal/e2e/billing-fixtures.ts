/** Shared by the billing tests: the provider's pages and its stored data. */
import { expect, type Locator, type Page } from '@playwright/test'
import { addresses } from './fixtures.ts'

export const goodCard = '4242424242424242'
export const declinedCard = '4000000000000002'
/** Can be saved, but every charge fails. */
const refusingCard = '4000000000000341'

interface ProviderCustomer {
  id: string
  address: { city: string | null } | null
  metadata: Record<string, string>
  subscriptions: { id: string; status: string }[]
  invoices: { number: string; status: string; total: number }[]
}

/** Fills in and submits the card form on a page of the provider. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 49')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByRole('button', { name: /^(Save card|Subscribe|Pay )/ }).click()
}

/** Returns the provider's data about a customer, or undefined if the customer doesn't exist yet. */
export async function heldOf(email: string): Promise<ProviderCustomer | undefined> {
  const response = await fetch(`${addresses.billing}/api/customers/${email}`)
  return response.ok ? ((await response.json()) as ProviderCustomer) : undefined
}

/** Advances a customer's clock. Resolves once the portal has received the resulting webhooks. */
export async function advanceClock(email: string, advanceDays: number): Promise<void> {
  const response = await fetch(`${addresses.billing}/api/customers/${email}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceDays }),
  })
  expect(await response.json()).toMatchObject({ isWebhookTaken: true })
}

/** Opens the billing page once the trial has started, which happens shortly after sign-up. */
export async function openBilling(page: Page, email: string): Promise<void> {
  await expect.poll(async () => (await heldOf(email))?.subscriptions.length).toBe(1)
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Update Your Billing Information' })).toBeVisible()
}

/** Leaves an invoice unpaid: adds a card that refuses every charge, and advances the clock past the trial. */
export async function makeOverdue(page: Page, email: string): Promise<void> {
  await openBilling(page, email)
  await page.getByRole('button', { name: 'Add / Update Payment Details' }).click()
  await payWith(page, refusingCard)
  await expect(page.getByText('Your payment details have been saved')).toBeVisible()
  await advanceClock(email, 31)
}

export const planCard = (page: Page): Locator => page.getByRole('region', { name: 'Your plan' })

export interface Address {
  line1: string
  zipCode: string
  city: string
  country: string
}

/** Fills in the required fields other than the names, which come from the profile. */
export async function fillAddress(page: Page, { line1, zipCode, city, country }: Address): Promise<void> {
  await page.getByLabel('Address Line 1').fill(line1)
  await page.getByLabel('Zip Code').fill(zipCode)
  await page.getByLabel('City').fill(city)
  const field = page.getByRole('combobox', { name: 'Country' })
  await field.click()
  await field.fill(country)
  await page.getByRole('option', { name: new RegExp(`^${country}`) }).click()
}
