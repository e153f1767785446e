import { expect, test } from '@playwright/test'
import { expectAccessible, setFailure, signInReady } from './account-fixtures.ts'
import { fillAddress, heldOf, openBilling } from './billing-fixtures.ts'
import { addresses } from './fixtures.ts'

// One at a time: what fails here fails for everybody.
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.afterEach(() => setFailure('billing', 'none'))

/** Less than the API waits for the provider: whoever waited along would be later. */
const atFullSpeed = expect.configure({ timeout: 4_500 })

interface Event {
  type: string
  data: { object: { id: string; address: { city: string } | null } }
}

/** How often the provider was told an address, by city. */
async function citiesTold(customerId: string): Promise<string[]> {
  const answer = await fetch(`${addresses.billing}/v1/events?type=customer.updated&limit=100`, {
    headers: { authorization: 'Bearer sk_test_local' },
  })
  const { data } = (await answer.json()) as { data: Event[] }
  return data
    .filter((event) => event.data.object.id === customerId)
    .flatMap(({ data: { object } }) => object.address?.city ?? [])
}

for (const mode of ['down', 'slow', 'error'] as const)
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
    // The API waits for the invoices no longer than three seconds.
    await atFullSpeed(page.getByText('Billing cannot be reached at the moment')).toBeVisible()
  })

test('saves while billing is down, says that it is sent later, and sends it once', async ({ page }) => {
  const { email } = await signInReady(page)
  await openBilling(page, email)
  const { id } = (await heldOf(email)) ?? { id: '' }
  await setFailure('billing', 'down')
  await page.reload()
  await expect(page.getByText('Billing cannot be reached at the moment')).toBeVisible()
  await fillAddress(page, { line1: 'Street 1', zipCode: 'N1', city: 'Paris', country: 'France' })
  const save = page.getByRole('button', { name: 'Save Billing Details' })
  await save.click()
  await expect(page.getByText('Your billing details are saved')).toBeVisible()
  await expect(page.getByText('they will be sent later.').last()).toBeVisible()
  await expectAccessible(page)
  await expect(save).toBeVisible()
  await page.getByLabel('City').fill('Lyon')
  await save.click()
  await expect(page.getByRole('button', { name: 'Success!' })).toBeVisible()

  await page.getByRole('button', { name: 'Add / Update Payment Details' }).click()
  await expect(page.getByText('The page that you wanted could not be opened')).toBeVisible()
  await expect(page.getByText('Billing cannot be reached at the moment')).toBeVisible()
  await expect(page).toHaveURL(`${addresses.portal}/billing`)
  await expect(page.getByLabel('City')).toHaveValue('Lyon')
  expect((await heldOf(email))?.address).toBeNull()

  await setFailure('billing', 'none')
  await expect.poll(async () => (await heldOf(email))?.address?.city, { timeout: 60_000 }).toBe('Lyon')
  expect(await citiesTold(id)).toEqual(['Lyon'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible()
  await expect(page.getByText('Billing cannot be reached at the moment')).toBeHidden()
  await page.getByRole('button', { name: 'Add / Update Payment Details' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  // Both saves were queued; the second found the first's work done.
  expect(await citiesTold(id)).toEqual(['Lyon'])
})
