import { expect, test } from '@playwright/test'
import { isSample } from '../../../tools/e2e/journey-sample.ts'
import { expectAccessible, setFailure, signInReady } from './account-fixtures.ts'
import { fillAddress, heldOf, openBilling } from './billing-fixtures.ts'
import { addresses } from './fixtures.ts'

// Serial, because a failing service affects all tests.
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.afterEach(() => setFailure('billing', 'none'))

/** Shorter than the API's timeout for the provider, so a request that waits for the provider exceeds it. */
const atFullSpeed = expect.configure({ timeout: 4_500 })

interface Event {
  type: string
  data: { object: { id: string; address: { city: string } | null } }
}

/** Counts the updates of each address at the provider, by city. */
async function citiesTold(customerId: string): Promise<string[]> {
  const response = await fetch(`${addresses.billing}/v1/events?type=customer.updated&limit=100`, {
    headers: { authorization: 'Bearer sk_test_local' },
  })
  const { data } = (await response.json()) as { data: Event[] }
  return data
    .filter((event) => event.data.object.id === customerId)
    .flatMap(({ data: { object } }) => object.address?.city ?? [])
}

for (const mode of isSample ? (['error'] as const) : (['down', 'slow', 'error'] as const))
  test(`everything else works at full speed while billing is ${mode}`, async ({ page }) => {
    const { email } = await signInReady(page)
    await openBilling(page, email)
    await setFailure('billing', mode)
    await page.goto('/workspaces')
    await atFullSpeed(page.getByRole('region', { name: 'Your subscription' })).toContainText(
      '30-DAY FREE TRIAL',
    )
    await page.getByRole('link', { name: 'Create New Workspace' }).click()
    await page.getByLabel('Display Name').fill('Working')
    await page.getByRole('button', { name: 'Create Workspace' }).click()
    await atFullSpeed(page.getByRole('heading', { level: 1, name: 'Working' })).toBeVisible()
    await page.goto('/billing')
    await atFullSpeed(page.getByRole('button', { name: 'Save Billing Details' })).toBeVisible()
    // The API waits at most three seconds for the invoices.
    await atFullSpeed(page.getByText('Billing is temporarily unavailable')).toBeVisible()
  })

test('billing details saved during an outage show that they are sent later, and are sent once', async ({
  page,
}) => {
  const { email } = await signInReady(page)
  await openBilling(page, email)
  const { id } = (await heldOf(email)) ?? { id: '' }
  await setFailure('billing', 'down')
  await page.reload()
  await expect(page.getByText('Billing is temporarily unavailable')).toBeVisible()
  await fillAddress(page, { line1: 'Street 1', zipCode: 'N1', city: 'Paris', country: 'France' })
  const save = page.getByRole('button', { name: 'Save Billing Details' })
  await save.click()
  await expect(page.getByText('Your billing details are saved')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: 'They take effect when billing is available again.' }),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(save).toBeVisible()
  await page.getByLabel('City').fill('Lyon')
  await save.click()
  await expect(page.getByRole('button', { name: 'Success!' })).toBeVisible()

  const pay = page.getByRole('button', { name: 'Add / Update Payment Details' })
  await expect(pay).toHaveAttribute('aria-disabled', 'true')
  await expect(pay).toHaveAccessibleDescription('Payments are not available right now')
  await expect(page).toHaveURL(`${addresses.portal}/billing`)
  await expect(page.getByLabel('City')).toHaveValue('Lyon')
  expect((await heldOf(email))?.address).toBeNull()

  await setFailure('billing', 'none')
  await expect.poll(async () => (await heldOf(email))?.address?.city, { timeout: 60_000 }).toBe('Lyon')
  expect(await citiesTold(id)).toEqual(['Lyon'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible()
  await expect(page.getByText('Billing is temporarily unavailable')).toBeHidden()
  await pay.click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  // Both saves were queued. The second job had nothing left to send.
  expect(await citiesTold(id)).toEqual(['Lyon'])
})
