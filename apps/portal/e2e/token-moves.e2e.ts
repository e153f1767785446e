import { type Browser, expect, type Page, test } from '@playwright/test'
import { addresses, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

// Two users sign up.
test.describe.configure({ timeout: 120_000 })

async function enter(browser: Browser, nickname: string) {
  const page = await (await browser.newContext()).newPage()
  const account = await makeAccount()
  await enterByCalls(page, account, nickname)
  return { page, email: account.email }
}

/** Calls the API as the user of the page, and returns the body of the response. */
async function call<Body>(page: Page, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body> {
  const answer = await callApi(page, { method, path, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Body
}

const createToken = async (page: Page, workspaceId: string, name: string) => {
  const path = `/workspaces/${workspaceId}/authTokens`
  return (await call<{ token: string }>(page, 'POST', path, { name, expiration: '90d' })).token
}

async function statusWith(token: string, workspaceId: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${addresses.api}/workspaces/${workspaceId}`, { headers })).status
}

test('removing a member revokes their tokens, except the one that was moved to a service account', async ({
  browser,
}) => {
  const owner = await enter(browser, 'ada')
  const grace = await enter(browser, 'grace')
  const id = await makeWorkspaceByCall(owner.page, { name: 'Production', type: 'Local Dev Instance' })
  await call(owner.page, 'POST', `/workspaces/${id}/serviceAccounts`, { name: 'deploy-bot' })
  await call(owner.page, 'POST', `/workspace/${id}/members`, { email: grace.email })
  const [invitation] = await call<{ id: string }[]>(grace.page, 'GET', '/invitations')
  await call(grace.page, 'POST', `/invitations/${invitation?.id}/accept`)
  const deploys = await createToken(grace.page, id, 'Deploys')
  const oldCron = await createToken(grace.page, id, 'Old cron')
  expect(await statusWith(deploys, id)).toBe(200)

  await owner.page.goto(`/workspace/${id}/members`)
  await owner.page.getByRole('button', { name: `Remove ${grace.email}` }).click()
  const dialog = owner.page.getByRole('alertdialog')
  await expect(dialog).toContainText('2 API tokens stop working. 1 was used in the last 24 hours.')
  await dialog.getByRole('button', { name: /What happens to Deploys/ }).click()
  await owner.page.getByRole('option', { name: 'Move to deploy-bot' }).click()
  await dialog.getByRole('button', { name: 'Move 1 token' }).click()
  const moved = owner.page.getByRole('dialog', { name: '1 token moved' })
  const secret = (await moved.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  await moved.getByRole('button', { name: 'Done' }).click()
  await owner.page.getByRole('button', { name: 'Close anyway' }).click()
  expect(await statusWith(deploys, id)).toBe(200)

  await expect(dialog).toContainText('1 API token stops working. It was not used in the last 24 hours.')
  await dialog.getByRole('button', { name: 'Remove User' }).click()
  await expect(owner.page.getByText(`${grace.email} is no longer a member`)).toBeVisible()
  expect(await statusWith(oldCron, id)).toBe(401)
  expect([await statusWith(deploys, id), await statusWith(secret, id)]).toEqual([200, 200])

  await owner.page.getByRole('link', { name: 'Access review' }).click()
  const review = owner.page.getByRole('grid', { name: 'Access review' })
  await expect(review.getByRole('row', { name: /Deploys/ })).toContainText('API token of deploy-bot')
  await expect(review.getByText('Old cron')).toHaveCount(0)
})
