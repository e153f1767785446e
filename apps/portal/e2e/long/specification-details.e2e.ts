/** Details of the product that users notice in the browser. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { signInReady } from '../account-fixtures.ts'
import { enterAsStaff, openAdmin, sectionOf } from '../admin-fixtures.ts'
import {
  acceptTerms,
  addresses,
  fillSignIn,
  makeAccount,
  makeWorkspaceByCall,
  saveFirstProfile,
} from '../fixtures.ts'
import { callApi, enterByCalls, ownId, signInByCalls } from '../portal-calls.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const names = (page: Page) => page.locator('li h2').allTextContents()

/** Makes one API call as a new staff member in a separate browser context. */
async function callAsStaff(browser: Browser, call: Parameters<typeof callApi>[1]): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enterAsStaff(page)
  const { status, body } = await callApi(page, call)
  expect(status, JSON.stringify(body)).toBe(200)
  await context.close()
}

test('names that are too long show the message for invalid names', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/profile')
  await page.getByLabel('Github Username').fill('a'.repeat(40))
  await page.getByLabel('Discord Username').fill('a'.repeat(41))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid github username')).toBeVisible()
  await expect(page.getByText('Invalid discord tag')).toBeVisible()
  await expect(page.getByText('cannot be more than')).toBeHidden()
  await page.getByLabel('Github Username').fill('a'.repeat(39))
  await page.getByLabel('Discord Username').fill('a'.repeat(32))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/workspaces$/)
})

test('remote URL rejects ftp and app.systeminit hosts, and a pasted description keeps its text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterByCalls(page, await makeAccount())
  await page.goto('/workspace/new')
  await page.getByLabel('Display Name').fill('Remote')
  await page.getByText('Remote URL', { exact: true }).click()
  const url = page.getByRole('textbox', { name: 'URL' })
  const description = page.getByRole('textbox', { name: 'Description' })
  await url.fill('ftp://files.example.com')
  await description.click()
  await expect(url).toHaveValue('https://ftp://files.example.com')
  await expect(page.getByText('Invalid URL')).toBeVisible()
  await url.fill('https://app.systeminit.dev')
  await expect(page.getByText(/^You cannot use an "app.systeminit" URL/)).toBeVisible()
  await url.fill('infra.example.com')

  await page.evaluate(() => navigator.clipboard.writeText('Runs everything\r\nthat customers see.\n'))
  await description.click()
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Enter')
  await expect(description).toHaveValue('Runs everything that customers see. ')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page).toHaveURL(/\/workspace\/[0-9A-Z]{26}$/)
  await page.reload()
  await expect(url).toHaveValue('https://infra.example.com')
  await expect(description).toHaveValue('Runs everything that customers see.')
})

test('unsupported countries are missing from every form and rejected by every call', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/billing')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.click()
  await country.fill('(XX)')
  await expect(page.getByText('No country found')).toBeVisible()
  const refused = await callApi(page, {
    method: 'PATCH',
    path: `/users/${await ownId(page)}/billingDetails`,
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyInformation: {},
      billingInformation: { addressLine1: 'Street 1', zipCode: 'N1', city: 'London', country: 'XX' },
    },
  })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: { issues: [{ path: 'billingInformation.country', message: 'This field is invalid' }] },
    },
  })
})

test('quarantined default workspace stays first and explains the quarantine, and hidden workspaces are not counted', async ({
  page,
  browser,
}) => {
  await signInReady(page)
  const first = await makeWorkspaceByCall(page, { name: 'Zeta', type: 'Managed By System Initiative' })
  await makeWorkspaceByCall(page, { name: 'Alpha', type: 'Managed By System Initiative' })
  await makeWorkspaceByCall(page, { name: 'Beta', type: 'Managed By System Initiative' })
  await callAsStaff(browser, {
    method: 'PATCH',
    path: `/workspaces/${first}/quarantine`,
    body: { isQuarantined: true },
  })
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: '3 Workspaces' })).toBeVisible()
  expect(await names(page)).toEqual(['Zeta', 'Alpha', 'Beta'])
  await expect(card(page, 'Zeta').getByText('DEFAULT')).toBeVisible()
  await expect(card(page, 'Zeta').getByText('Quarantined')).toBeVisible()

  await page.getByRole('button', { name: 'Settings of Beta' }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(page.getByRole('heading', { name: '2 Workspaces' })).toBeVisible()
  await page.getByText('Show hidden (1)').click()
  await expect(page.getByRole('heading', { name: '3 Workspaces' })).toBeVisible()

  await page.goto('/default_workspace')
  await expect(page.getByRole('heading', { name: 'This workspace is quarantined' })).toBeVisible()
})

test('first profile redirects to the default workspace regardless of the requested page', async ({
  page,
  browser,
}) => {
  const account = await makeAccount()
  await signInByCalls(page, account)
  await callAsStaff(browser, {
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    body: { userEmail: account.email },
  })
  await page.goto('/billing')
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')
  await expect(page).toHaveURL((url) => url.origin === addresses.managedInstance)
})

test('API tokens page shows a message and a link to sign-in when the session ends', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await enterByCalls(page, account)
  const id = await makeWorkspaceByCall(page, { name: 'Zeta', type: 'Managed By System Initiative' })
  await page.goto(`/workspace/${id}/tokens`)
  await page.getByLabel('Token Name').fill('Deploys')
  await page.getByRole('textbox', { name: 'Expiration' }).fill('1d')
  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Generate API Token' }).click()
  await expect(page.getByText('You must log in to view workspace status.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log in' }).click()
  await fillSignIn(page, account)
  await expect(page).toHaveURL(`/workspace/${id}/tokens`)
  await expect(page.getByRole('heading', { name: 'Zeta > API Tokens' })).toBeVisible()
})

test('signup report shows dates in the portal’s format', async ({ page }) => {
  await enterAsStaff(page)
  const today = new Date().toISOString().slice(0, 10)
  await openAdmin(page)
  const section = sectionOf(page, 'Weekly signup report')
  await section.getByLabel('Start date', { exact: true }).fill(today)
  await section.getByLabel('End date', { exact: true }).fill(today)
  await section.getByRole('button', { name: 'Get report' }).click()
  const dates = section.getByRole('grid', { name: 'Signups' }).locator('time')
  await expect(dates.first()).toHaveText(/^Today at \d{1,2}:\d{2}:\d{2} [AP]M$/)
})
