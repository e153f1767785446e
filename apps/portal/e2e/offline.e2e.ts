/** The portal without a network: docs/product/interface.md#without-a-network. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { addresses, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

const notice = (page: Page) => page.getByText('You are offline.', { exact: true })

/** Signs in a user and opens a page of a new workspace, without the code of the other pages. */
async function openWorkspace(page: Page): Promise<string> {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Local Dev Instance' })
  await page.goto(`/workspace/${id}`)
  await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
  return id
}

test('page that is not loaded yet opens by itself when the connection is back, and the current page stays until then', async ({
  page,
  context,
}) => {
  const id = await openWorkspace(page)
  const settings = page.getByRole('button', { name: 'Save Workspace' })
  await context.setOffline(true)
  await expect(notice(page)).toBeHidden()
  await page.getByRole('link', { name: 'API tokens' }).click()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByText('The page you chose opens when your connection is back.')).toBeVisible()
  await expect(settings).toBeVisible()
  // Another choice replaces the first one.
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(settings).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).click()
  await context.setOffline(false)
  await expect(page.getByRole('grid', { name: 'Members' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/workspace/${id}/members$`))
  await expect(notice(page)).toBeHidden()
})

interface Job {
  name: string
  path: (workspaceId: string) => string
  button: string
  /** Each field with the text that the user types. */
  fields: Record<string, string>
  done: (page: Page) => Locator
}

const jobs: readonly Job[] = [
  {
    name: 'saving a workspace',
    path: (id) => `/workspace/${id}`,
    button: 'Save Workspace',
    fields: { Description: 'Runs the shop' },
    done: (page) => page.getByRole('button', { name: 'Save Workspace', disabled: true }),
  },
  {
    name: 'inviting a member',
    path: (id) => `/workspace/${id}/members`,
    button: 'Add User To Workspace',
    fields: { 'User Email to Grant Workspace Access': 'grace@example.com' },
    done: (page) => page.getByText('we have notified grace@example.com', { exact: false }),
  },
  {
    name: 'generating a token',
    path: (id) => `/workspace/${id}/tokens`,
    button: 'Generate API Token',
    fields: { 'Token Name': 'Deploys', Expiration: '30d' },
    done: (page) => page.getByRole('dialog', { name: 'Token Generated' }),
  },
  {
    name: 'creating a service account',
    path: (id) => `/workspace/${id}/service-accounts`,
    button: 'Create service account',
    fields: { Name: 'deploy-bot', Description: 'Deploys' },
    done: (page) => page.getByRole('link', { name: 'Trust rules of deploy-bot' }),
  },
  {
    name: 'creating a workspace',
    path: () => '/workspace/new',
    button: 'Create Workspace',
    fields: { 'Display Name': 'Staging' },
    done: (page) => page.getByRole('heading', { level: 1, name: 'Staging' }),
  },
]

test('typed text survives a minute without a network in five jobs, and can be sent afterwards', async ({
  page,
  context,
}) => {
  const id = await openWorkspace(page)
  await page.clock.install()
  for (const { name, path, button, fields, done } of jobs) {
    await test.step(name, async () => {
      await page.goto(path(id))
      const field = (label: string) => page.getByRole('main').getByRole('textbox', { name: label })
      for (const [label, text] of Object.entries(fields)) await field(label).fill(text)
      await context.setOffline(true)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByText('Network Error: you are offline.', { exact: false })).toBeVisible()
      await page.clock.fastForward('01:00')
      await expect(notice(page)).toBeVisible()
      for (const [label, text] of Object.entries(fields)) await expect(field(label)).toHaveValue(text)
      await context.setOffline(false)
      await expect(notice(page)).toBeHidden()
      await page.getByRole('button', { name: button }).click()
      await expect(done(page)).toBeVisible()
    })
  }
})

test('card of a workspace keeps the portal open without a network, and opens the workspace with one', async ({
  page,
  context,
}) => {
  await openWorkspace(page)
  await page.goto('/workspaces')
  const card = page.getByRole('link', { name: 'Production' })
  await expect(card).toBeVisible()
  // What keeps the portal open loads after the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await card.click()
  await expect(page.getByRole('alertdialog', { name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL(/\/workspaces$/)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await context.setOffline(false)
  await card.click()
  await expect(page).toHaveURL((url) => url.origin === addresses.localInstance)
})
