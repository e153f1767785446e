import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import {
  type Account,
  addresses,
  confirmTwice,
  fillSignIn,
  makeAccount,
  makeWorkspaceByCall,
} from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

interface Owner {
  account: Account
  workspaceId: string
  tokensPath: string
}

/** Signs in a user with a workspace and opens its API tokens page. */
async function openTokens(page: Page): Promise<Owner> {
  const account = await makeAccount()
  await enterByCalls(page, account)
  const type = 'Managed By System Initiative'
  const workspaceId = await makeWorkspaceByCall(page, { name: 'Production', type })
  const tokensPath = `/workspace/${workspaceId}/tokens`
  await page.goto(tokensPath)
  await expect(page.getByRole('heading', { level: 1, name: 'Production > API Tokens' })).toBeVisible()
  return { account, tokensPath, workspaceId }
}

/** Generates a token and keeps its dialog open. */
async function generate(
  page: Page,
  name: string,
  expiration = '90d',
): Promise<{ dialog: Locator; secret: string }> {
  await page.getByLabel('Token Name').fill(name)
  await page.getByLabel('Expiration', { exact: true }).fill(expiration)
  await page.getByRole('button', { name: 'Generate API Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token Generated' })
  await expect(dialog).toBeVisible()
  const secret = (await dialog.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  return { dialog, secret }
}

async function closeUncopied(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(dialog).toBeHidden()
}

async function callWith(secret: string, workspaceId: string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` }
  const response = await fetch(`${addresses.api}/workspaces/${workspaceId}`, { headers })
  return response.status
}

const grid = (page: Page, name: 'Active Tokens' | 'Inactive Tokens') => page.getByRole('grid', { name })

async function revoke(page: Page, name: RegExp) {
  const row = grid(page, 'Active Tokens').getByRole('row', { name })
  await confirmTwice(row.getByRole('button', { name: 'Revoke' }))
}

async function mayUseClipboard(context: BrowserContext) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: addresses.portal })
}

test('token can be generated, used and revoked', async ({ page, context }) => {
  await mayUseClipboard(context)
  const { workspaceId } = await openTokens(page)
  const { dialog, secret } = await generate(page, 'Deploys')
  await expect(dialog.getByText('Not used yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  await expect(dialog.getByText('Token copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  expect(await callWith(secret, workspaceId)).toBe(200)
  await expect(dialog.getByText(/^First used just now from /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(grid(page, 'Active Tokens').getByRole('row', { name: /Deploys/ })).toContainText('Last used')

  await revoke(page, /Deploys/)
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Deploys/ })).toContainText('Today at')
  expect(await callWith(secret, workspaceId)).toBe(401)
  await page.reload()
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Deploys/ })).toBeVisible()
  await expect(page.getByText('No active tokens')).toBeVisible()
})

test('token moves to the inactive list when it expires while the page is open', { tag: '@long' }, async ({
  page,
}) => {
  // A token lives at least a minute, so the clock of the page is moved.
  await page.clock.install()
  await openTokens(page)
  const { dialog } = await generate(page, 'Short', '1m')
  await closeUncopied(page, dialog)
  await expect(grid(page, 'Active Tokens').getByRole('row', { name: /Short/ })).toBeVisible()
  await page.clock.fastForward('01:10')
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Short/ })).toBeVisible()
})

test('failed revocation shows an alert icon and can be retried', { tag: '@long' }, async ({ page }) => {
  await openTokens(page)
  const { dialog } = await generate(page, 'Deploys')
  await closeUncopied(page, dialog)
  await page.route('**/revoke', (route) => route.abort())
  await revoke(page, /Deploys/)
  const alert = page.getByRole('button', { name: 'Error. Token not revoked!' })
  await expect(alert).toBeFocused()
  await alert.hover()
  await expect(page.getByRole('tooltip', { name: 'Error. Token not revoked!' })).toBeVisible()
  await page.unroute('**/revoke')
  await alert.click()
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Deploys/ })).toBeVisible()
})

test('token rename shows API errors at the field, and succeeds with a valid name', { tag: '@long' }, async ({
  page,
}) => {
  await openTokens(page)
  await page.getByLabel('Token Name').fill('Eternal')
  await page.getByLabel('Expiration', { exact: true }).fill('100y')
  await page.getByRole('button', { name: 'Generate API Token' }).click()
  await expect(page.getByLabel('Expiration', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio', { name: '1 year' }).click()
  await page.getByRole('button', { name: 'Generate API Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token Generated' })
  await expect(dialog).toBeVisible()
  await closeUncopied(page, dialog)
  await page.getByRole('button', { name: 'Rename Eternal' }).click()
  await page.getByRole('dialog').getByLabel('Token Name').fill('Yearly')
  await page.keyboard.press('Enter')
  await expect(grid(page, 'Active Tokens').getByRole('row', { name: /Yearly/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename Yearly' })).toBeFocused()
})

test('token secret is absent from storage, the URL, the log and memory after the dialog is closed', async ({
  page,
  context,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await openTokens(page)
  const { dialog, secret } = await generate(page, 'Deploys')
  await closeUncopied(page, dialog)
  // Simulates further work on the page.
  await page.getByLabel('Token Name').fill('Next')
  await page.getByLabel('Token Name').fill('')

  const kept = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ]),
  )
  expect(kept).not.toContain(secret)
  expect(said.join('\n')).not.toContain(secret)
  expect(sent.join('\n')).not.toContain(secret)
  const session = await context.newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  expect(chunks.length).toBeGreaterThan(0)
  expect(chunks.join('').includes(secret.split('.')[2] ?? secret)).toBe(false)
})

test('API tokens page informs other users that they are not members', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { tokensPath } = await openTokens(page)
  const stranger = await browser.newPage()
  await enterByCalls(stranger, await makeAccount(), 'grace')
  await stranger.goto(tokensPath)
  await expect(
    stranger.getByRole('heading', { name: 'You are not a member of this workspace' }),
  ).toBeVisible()
  await expect(stranger).toHaveURL(/\/not-a-member$/)
  await stranger.close()
})

test('API tokens page redirects users with an unverified email to the profile', { tag: '@long' }, async ({
  page,
}) => {
  await enterByCalls(page, await makeAccount({ emailVerified: false }), 'joan')
  await page.goto('/workspace/01JWORKSPACE000000000PROD1/tokens')
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
})

test('sign-in returns a signed-out user to the API tokens page', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { account, tokensPath } = await openTokens(page)
  await context.clearCookies()
  await page.goto(tokensPath)
  await fillSignIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'Production > API Tokens' })).toBeVisible()
})
