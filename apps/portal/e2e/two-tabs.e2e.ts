/** Two tabs of the same user load before either saves. Neither save overwrites the other. */
import { expect, type Page, test } from '@playwright/test'
import { makeAccount, makeWorkspaceByCall, toast } from './fixtures.ts'
import { callApi, enterByCalls, ownId } from './portal-calls.ts'

/** Signs in a user and opens a second tab. */
async function openTwoTabs(page: Page): Promise<{ first: Page; second: Page; userId: string }> {
  await enterByCalls(page, await makeAccount())
  return { first: page, second: await page.context().newPage(), userId: await ownId(page) }
}

async function readUser(page: Page): Promise<unknown> {
  const { body } = await callApi(page, { method: 'GET', path: '/whoami' })
  return (body as { user: unknown }).user
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByLabel('Nickname')).toBeVisible()
}

async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Updated your profile!')).toBeVisible()
}

test('saves in two tabs keep a workspace’s new name and new description', async ({ page }) => {
  const { first, second } = await openTwoTabs(page)
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  for (const tab of [first, second]) {
    await tab.goto(`/workspace/${id}`)
    await expect(tab.getByLabel('Display Name')).toHaveValue('Production')
  }
  await first.getByLabel('Display Name').fill('Renamed')
  await first.getByRole('button', { name: 'Save Workspace' }).click()
  await expect(first.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
  await second.getByRole('textbox', { name: 'Description' }).fill('Described in the other tab')
  await second.getByRole('button', { name: 'Save Workspace' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Display Name')).toHaveValue('Renamed')
  await expect(first.getByRole('textbox', { name: 'Description' })).toHaveValue('Described in the other tab')
})

test('saves in two tabs keep the profile fields changed in each tab', { tag: '@long' }, async ({ page }) => {
  const { first, second } = await openTwoTabs(page)
  for (const tab of [first, second]) await openProfile(tab)
  await first.getByLabel('First Name').fill('Augusta')
  await saveProfile(first)
  await second.getByLabel('Discord Username').fill('countess')
  await saveProfile(second)
  expect(await readUser(first)).toMatchObject({ firstName: 'Augusta', discordUsername: 'countess' })
})

test('save in a stale tab does not restore a cleared picture', async ({ page }) => {
  const { first, second, userId } = await openTwoTabs(page)
  const body = { pictureUrl: 'https://pictures.example/ada.png' }
  expect((await callApi(page, { method: 'PATCH', path: `/users/${userId}`, body })).status).toBe(200)
  for (const tab of [first, second]) await openProfile(tab)
  await first.getByRole('button', { name: 'Clear Picture' }).click()
  await saveProfile(first)
  await expect(second.getByRole('button', { name: 'Clear Picture' })).toBeVisible()
  await second.getByLabel('Last Name').fill('King')
  await saveProfile(second)
  expect(await readUser(first)).toMatchObject({ pictureUrl: null, lastName: 'King' })
})

test('saves in two tabs keep the billing details changed in each tab', { tag: '@long' }, async ({ page }) => {
  const { first, second, userId } = await openTwoTabs(page)
  const path = `/users/${userId}/billingDetails`
  const billingInformation = { addressLine1: 'Street 1', zipCode: 'N1 9GU', city: 'London', country: 'GB' }
  const made = await callApi(page, { method: 'PATCH', path, body: { billingInformation } })
  expect(made.status).toBe(200)
  for (const tab of [first, second]) {
    await tab.goto('/billing')
    await expect(tab.getByLabel('City')).toHaveValue('London')
  }
  const save = async (tab: Page) => {
    const saved = tab.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().endsWith(path),
    )
    await tab.getByRole('button', { name: 'Save Billing Details' }).click()
    expect((await saved).status()).toBe(200)
  }
  await first.getByLabel('City').fill('Paris')
  await save(first)
  await second.getByLabel('Company Legal Name').fill('Engines Ltd.')
  await save(second)
  await expect(second.getByLabel('City')).toHaveValue('Paris')
  const { body } = await callApi(first, { method: 'GET', path })
  expect(body).toMatchObject({
    billingDetails: {
      companyInformation: { legalName: 'Engines Ltd.' },
      billingInformation: { addressLine1: 'Street 1', city: 'Paris', country: 'GB' },
    },
  })
})
