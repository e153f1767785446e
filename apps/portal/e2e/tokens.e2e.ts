import { expect, type Locator, type Page, test } from '@playwright/test'
import { addresses, confirmTwice, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

/** Signs in a user with a workspace, opens its API tokens page and returns the workspace's id. */
async function openTokens(page: Page): Promise<string> {
  await enterByCalls(page, await makeAccount())
  const type = 'Managed By System Initiative'
  const workspaceId = await makeWorkspaceByCall(page, { name: 'Production', type })
  await page.goto(`/workspace/${workspaceId}/tokens`)
  await expect(page.getByRole('heading', { level: 1, name: 'Production > API Tokens' })).toBeVisible()
  return workspaceId
}

/** Generates a token and keeps its dialog open. */
async function generate(page: Page, name: string): Promise<{ dialog: Locator; secret: string }> {
  await page.getByLabel('Token Name').fill(name)
  await page.getByLabel('Expiration', { exact: true }).fill('90d')
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

test('token can be generated, used and revoked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: addresses.portal })
  const workspaceId = await openTokens(page)
  const { dialog, secret } = await generate(page, 'Deploys')
  await expect(dialog.getByText('Not used yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  await expect(dialog.getByText('Token copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  expect(await callWith(secret, workspaceId)).toBe(200)
  await expect(dialog.getByText(/^First used just now from /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const row = grid(page, 'Active Tokens').getByRole('row', { name: /Deploys/ })
  await expect(row).toContainText('Last used')

  await confirmTwice(row.getByRole('button', { name: 'Revoke' }))
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Deploys/ })).toContainText('Today at')
  expect(await callWith(secret, workspaceId)).toBe(401)
  await page.reload()
  await expect(grid(page, 'Inactive Tokens').getByRole('row', { name: /Deploys/ })).toBeVisible()
  await expect(page.getByText('No active tokens')).toBeVisible()
})

test('rotation shows which secret is in use, and ends the old one', async ({ page }) => {
  const workspaceId = await openTokens(page)
  const { dialog, secret: old } = await generate(page, 'Deploys')
  expect(await callWith(old, workspaceId)).toBe(200)
  await closeUncopied(page, dialog)
  await page.getByRole('button', { name: 'Actions for Deploys' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate token' }).click()
  const rotated = page.getByRole('dialog', { name: 'Secret rotated' })
  await expect(rotated.getByText('New secret: not used yet')).toBeVisible()
  await expect(rotated.getByText(/^Old secret: last used just now from .*, works until /)).toBeVisible()
  const fresh = (await rotated.locator('code').first().textContent()) ?? ''
  expect(await callWith(fresh, workspaceId)).toBe(200)
  await expect(rotated.getByText(/^New secret: last used just now from /)).toBeVisible()
  await closeUncopied(page, rotated)

  await page.getByRole('button', { name: 'Recently rotated' }).click()
  const steps = page.getByRole('dialog', { name: 'Rotation of “Deploys”' })
  await expect(steps.locator('[aria-current=step]')).toContainText(
    'Wait until no program uses the old secret',
  )
  await confirmTwice(steps.getByRole('button', { name: 'End the old secret now' }))
  await expect(steps.getByText('The rotation is complete')).toBeVisible()
  expect([await callWith(old, workspaceId), await callWith(fresh, workspaceId)]).toEqual([401, 200])
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
