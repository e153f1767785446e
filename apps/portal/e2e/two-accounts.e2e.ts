/** Two windows of one browser, whose session now belongs to another user. See docs/product/sessions.md#several-tabs. */
import { expect, type Page, test } from '@playwright/test'
import { makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

/** Signs in another user with the browser of the page, which is not told. Returns that user's email. */
async function signInAnother(page: Page): Promise<string> {
  // A request without a session would lead the page to the provider.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  const account = await makeAccount()
  await enterByCalls(page, account, 'bob')
  return account.email
}

const notice = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(`You are now signed in as ${email}`)

async function read(page: Page, path: string): Promise<unknown> {
  return (await callApi(page, { method: 'GET', path })).body
}

test('a workspace is not created for the user who signed in in another window', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/workspace/new')
  await page.getByLabel('Display Name').fill('For the first user')
  const email = await signInAnother(page)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(notice(page, email)).toBeVisible()
  await expect(page.getByLabel('Display Name')).toHaveValue('')
  expect(await read(page, '/workspaces')).toEqual([])
})

test('the profile typed by one user is not saved for another', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/profile')
  await page.getByLabel('Discord Username').fill('countess')
  const email = await signInAnother(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notice(page, email)).toBeVisible()
  expect(await read(page, '/whoami')).toMatchObject({ user: { email, discordUsername: null } })
})

test('a command line is not signed in for another user', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/device?cli_redir=4321')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  const email = await signInAnother(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(notice(page, email)).toBeVisible()
  await expect(page).toHaveURL(/\/device/)
})

test('an invitation is not sent by another user', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  await page.goto(`/workspace/${id}/members`)
  await page.getByLabel('User Email to Grant Workspace Access').fill('carol@example.com')
  const email = await signInAnother(page)
  await page.getByRole('button', { name: 'Add User To Workspace' }).click()
  await expect(notice(page, email)).toBeVisible()
})

test('a window follows the sign-in of another one without any action', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  const email = await signInAnother(page)
  const other = await page.context().newPage()
  await other.goto('/workspaces')
  await expect(notice(page, email)).toBeVisible()
})
