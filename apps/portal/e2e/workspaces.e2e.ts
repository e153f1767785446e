import { type Browser, expect, type Page, test } from '@playwright/test'
import { signInReady } from './account-fixtures.ts'
import { type Account, addresses, makeAccount, makeWorkspace, makeWorkspaceByCall } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

/** Signs in a new user with a complete profile, without opening a page. */
async function arrive(page: Page, nickname = 'ada'): Promise<Account> {
  const account = await makeAccount()
  await enterByCalls(page, account, nickname)
  return account
}

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function openMenu(page: Page, name: string) {
  await page.getByRole('button', { name: `Settings of ${name}` }).click()
}

/** Returns the names on the cards, in order. */
const names = (page: Page) => page.getByRole('listitem').locator('h2').allTextContents()

/** Invites another user to a workspace and accepts the invitation. */
async function becomeMember(browser: Browser, owner: Page): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const account = await arrive(page, 'grace')
  await owner.getByRole('link', { name: 'Members' }).click()
  await owner.getByLabel('User Email to Grant Workspace Access').fill(account.email)
  await owner.getByRole('button', { name: 'Add User To Workspace' }).click()
  await expect(owner.getByText(`we have notified ${account.email}`)).toBeVisible()
  await page.goto('/workspaces')
  await page.getByRole('button', { name: /^Accept/ }).click()
  return page
}

test('workspaces page counts workspaces and sorts the default and own favourites first', {
  tag: '@long',
}, async ({ page }) => {
  await signInReady(page)
  await expect(page.getByText(/^(FREE SUBSCRIPTION|30-DAY FREE TRIAL)$/)).toBeVisible()
  await makeWorkspaceByCall(page, { name: 'First', type: 'Managed By System Initiative' })
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
  await makeWorkspaceByCall(page, { name: 'Zeta', type: 'Managed By System Initiative' })
  await makeWorkspaceByCall(page, { name: 'Alpha local', type: 'Local Dev Instance' })
  await makeWorkspaceByCall(page, { name: 'Remote', type: 'Remote URL', url: 'https://infra.example.com' })
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: '4 Workspaces' })).toBeVisible()
  // The first row has the tile and three cards. The fourth card is below the tile.
  const places = await page
    .getByRole('list', { name: 'Workspaces' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .all()
  const boxes = await Promise.all(places.map((place) => place.boundingBox()))
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(4)
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(2)
  expect(await names(page)).toEqual(['First', 'Zeta', 'Remote', 'Alpha local'])
  await expect(card(page, 'First').getByText('DEFAULT')).toBeVisible()
  await expect(card(page, 'Zeta').getByText('owner')).toBeVisible()

  const isSaved = page.waitForResponse(/\/favourite$/)
  await card(page, 'Alpha local').getByRole('button', { name: 'Set Favourite' }).click()
  await isSaved
  expect(await names(page)).toEqual(['First', 'Zeta', 'Remote', 'Alpha local'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['First', 'Alpha local', 'Zeta', 'Remote'])
  const isRemoved = page.waitForResponse(/\/favourite$/)
  await card(page, 'Alpha local').getByRole('button', { name: 'Remove Favourite' }).click()
  await isRemoved
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['First', 'Zeta', 'Remote', 'Alpha local'])

  await openMenu(page, 'Remote')
  await page.getByRole('menuitem', { name: 'Set default' }).click()
  await expect(card(page, 'Remote').getByText('DEFAULT')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Remote', 'First', 'Zeta', 'Alpha local'])
  await expect(card(page, 'First').getByText('DEFAULT')).toBeHidden()
})

test('a workspace whose creation gets no answer is created once when the user tries again', async ({
  page,
}) => {
  await arrive(page)
  await page.clock.install()
  await page.goto('/workspaces')
  await page.getByRole('link', { name: 'Create New Workspace' }).click()
  await page.getByLabel('Display Name').fill('Production')
  const ulids: string[] = []
  const create = `${addresses.api}/workspaces/new`
  page.on('request', (request) => {
    const isCreation = request.url() === create && request.method() === 'POST'
    if (isCreation) ulids.push(request.headers()['request-ulid'] ?? 'none')
  })
  await page.route(
    create,
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort()
    },
    { times: 1 },
  )
  const button = page.getByRole('button', { name: 'Create Workspace' })
  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()
  // The portal reloads its list of workspaces, which contains the new one, before it tries again.
  await page.clock.fastForward(10_000)
  await button.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
  expect(ulids).toHaveLength(2)
  expect(ulids[1]).toBe(ulids[0])
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
})

test('workspace is deleted for all members after its name is typed, and can be restored', async ({
  page,
  browser,
}) => {
  test.slow()
  await arrive(page)
  await makeWorkspace(page, { name: 'Short lived', type: 'Managed By System Initiative' })
  const member = await becomeMember(browser, page)
  await expect(card(member, 'Short lived').getByText('collaborator')).toBeVisible()
  await expect(card(member, 'Short lived').getByText('Ada Lovelace')).toBeVisible()

  await card(member, 'Short lived').getByRole('button', { name: 'Settings of Short lived' }).click()
  await member.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(member.getByText('Only the workspace owner can change this').first()).toBeVisible()
  await expect(member.getByRole('link', { name: 'Danger zone' })).toBeHidden()

  await page.reload()
  await page.getByRole('link', { name: 'Danger zone' }).click()
  await page.getByRole('button', { name: 'Delete Workspace' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('You and 1 other member lose access immediately.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Short lived')
  await dialog.getByRole('button', { name: 'Delete Workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  await member.goto('/workspaces')
  await expect(member.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()

  await page.getByRole('button', { name: /^Recently deleted/ }).click()
  await page.getByRole('button', { name: 'Restore Short lived' }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(card(page, 'Short lived')).toBeVisible()
  await member.reload()
  await expect(card(member, 'Short lived')).toBeVisible()
  await expect(member.getByRole('button', { name: /^Recently deleted/ })).toBeHidden()
  await member.close()
})

test('opening a workspace always leads to its instance, regardless of the redirect parameter', async ({
  page,
}) => {
  await arrive(page)
  const id = await makeWorkspaceByCall(page, { name: 'Here', type: 'Managed By System Initiative' })
  const isInInstance = (url: URL) => url.origin === addresses.managedInstance && url.search === ''
  const bad = [
    '',
    '%2F%2Fevil.example',
    '%2F%5Cevil.example',
    'https%3A%2F%2Fevil.example',
    '%2Fa%0Ab',
    '%2Fa%00',
  ]
  for (const query of [...bad.map((value) => `?redirect=${value}`), '?redirect=%2Fa&redirect=%2Fb']) {
    for (const address of [`/workspace/${id}/go`, `${addresses.api}/workspaces/${id}/go`]) {
      await page.goto(`${address}${query}`)
      await page.waitForURL(isInInstance)
      await expect(page.getByText('You are in the workspace Here.')).toBeVisible()
    }
  }
})
