import { expect, type Page, test } from '@playwright/test'
import { addresses, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

interface Received {
  id: string
  type: string
  verified: boolean
}

async function tell(path: string, body: object): Promise<void> {
  const response = await fetch(addresses.receiver + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
}
const answerWith = (status: number) => tell('/api/answer', { status, delayMs: 0 })

/** Returns what the receiver got at the path, newest first. */
async function received(path: string): Promise<Received[]> {
  const response = await fetch(`${addresses.receiver}/api/deliveries`)
  const all = (await response.json()) as (Received & { path: string })[]
  return all.filter((delivery) => delivery.path === path)
}

/** The newest delivery whose cells contain these texts. */
const row = (page: Page, hasText: RegExp) =>
  page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').filter({ hasText }).first()

/** Changes the workspace, which is an event. */
async function rename(page: Page, workspaceId: string, name: string): Promise<void> {
  await page.goto(`/workspace/${workspaceId}`)
  await page.getByLabel('Display Name').fill(name)
  await page.getByRole('button', { name: 'Save Workspace' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test.afterEach(() => answerWith(200))

test('a webhook delivers signed events, retries, survives a rotation, and is disabled by 410 until it is enabled', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await enterByCalls(page, await makeAccount())
  const type = 'Managed By System Initiative'
  const workspaceId = await makeWorkspaceByCall(page, { name: 'Production', type })
  const webhooks = `/workspace/${workspaceId}/webhooks`
  const path = `/hook/${workspaceId}`

  await page.goto(webhooks)
  await page.getByRole('textbox', { name: 'URL' }).fill(addresses.receiver + path)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const created = page.getByRole('dialog', { name: 'Webhook created' })
  const secret = (await created.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await tell('/api/secrets', { secrets: [secret] })
  await created.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()

  await rename(page, workspaceId, 'Staging')
  await expect
    .poll(async () => (await received(path))[0])
    .toMatchObject({ type: 'workspace.updated', verified: true })

  await answerWith(500)
  await rename(page, workspaceId, 'Testing')
  await page.goto(webhooks)
  await page.getByRole('link', { name: /^Deliveries/ }).click()
  await expect(row(page, /workspace\.updated.*500/)).toContainText(/in \d+ (second|minute)/)
  const [first] = await received(path)
  const attemptCount = async () => (await received(path)).filter(({ id }) => id === first?.id).length
  await expect.poll(attemptCount, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)

  await answerWith(200)
  await row(page, /workspace\.updated/)
    .getByRole('button', { name: /^Resend/ })
    .click()
  const resent = page.getByRole('dialog')
  await expect(resent).toContainText('200')
  await page.keyboard.press('Escape')
  expect((await received(path))[0]).toMatchObject({ id: first?.id, verified: true })

  await page.goto(webhooks)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'Secret rotated' })
  await rotated.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await rename(page, workspaceId, 'Review')
  // The receiver still knows only the old secret.
  await expect
    .poll(async () => (await received(path)).filter(({ verified }) => verified).length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(4)

  await answerWith(410)
  await rename(page, workspaceId, 'Demo')
  await page.goto(webhooks)
  const listed = page.getByRole('grid', { name: 'Webhooks' })
  await expect(async () => {
    await page.reload()
    await expect(listed).toContainText('The server answered 410', { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await answerWith(200)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(listed).toContainText('Active')
})
