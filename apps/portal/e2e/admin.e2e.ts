import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './account-fixtures.ts'
import { enterAsStaff, openAdmin, sectionOf, signInNewUser } from './admin-fixtures.ts'
import { addresses, makeWorkspaceByCall, readMail } from './fixtures.ts'
import { callApi } from './portal-calls.ts'

// Each test signs in several users before it looks anything up.
test.describe.configure({ timeout: 120_000 })

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

const row = (page: Page, grid: string, name: string | RegExp) =>
  page.getByRole('grid', { name: grid }).getByRole('row', { name })

const toast = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })

test('Admin page creates a production workspace by user email and by user id', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  await enterAsStaff(page)
  await openAdmin(page)
  const section = sectionOf(page, 'Create a production workspace')
  const byEmail = section.getByRole('button', { name: 'Create by user email' })
  await expect(byEmail).toBeDisabled()
  await section.getByLabel('User email').fill(`nobody-${ada.email}`)
  await byEmail.click()
  await expect(section.getByText('Not found', { exact: true })).toBeVisible()
  await section.getByLabel('User email').fill(ada.email.toUpperCase())
  await byEmail.click()
  await expect(section.getByText("“ada's Production Workspace” is created")).toBeVisible()
  await section.getByLabel('User id').fill(ada.id)
  await section.getByRole('button', { name: 'Create by user id' }).click()
  await expect(section.getByRole('button', { name: 'Success!' })).toBeVisible()
  await section.getByRole('link', { name: 'View workspace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "ada's Production Workspace" })).toBeVisible()
  await expect(row(page, 'Members', ada.email)).toContainText('Owner')
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible()
})

test('owner of a provisioned workspace can save it without changing its name', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  await enterAsStaff(page)
  await openAdmin(page)
  const section = sectionOf(page, 'Create a production workspace')
  await section.getByLabel('User email').fill(ada.email)
  await section.getByRole('button', { name: 'Create by user email' }).click()
  await expect(section.getByText("“ada's Production Workspace” is created")).toBeVisible()

  await ada.page.goto('/workspaces')
  await ada.page.getByRole('button', { name: "Settings of ada's Production Workspace" }).click()
  await ada.page.getByRole('menuitem', { name: 'Settings' }).click()
  await ada.page.getByLabel('Display Name').click()
  const description = ada.page.getByRole('textbox', { name: 'Description' })
  await description.fill('Where everything runs')
  const isSaved = ada.page.waitForResponse((response) => response.request().method() === 'PATCH')
  await ada.page.getByRole('button', { name: 'Save Workspace' }).click()
  expect((await isSaved).status()).toBe(200)
  await ada.page.reload()
  await expect(description).toHaveValue('Where everything runs')
  await expect(ada.page.getByLabel('Display Name')).toHaveValue("ada's Production Workspace")

  await ada.page.getByLabel('Display Name').fill("ada's own Workspace")
  await ada.page.getByRole('button', { name: 'Save Workspace' }).click()
  await expect(ada.page.getByText('Only letters, digits, spaces and - . , _ @ / + are allowed')).toBeVisible()
})

test('Admin page finds accounts by email and the owner of a workspace', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  const workspaceId = await makeWorkspaceByCall(ada.page, {
    name: 'Production',
    type: 'Managed By System Initiative',
  })
  await enterAsStaff(page)
  await openAdmin(page)
  const accounts = sectionOf(page, 'User accounts by email')
  await accounts.getByRole('button', { name: 'Search accounts' }).click()
  await expect(accounts.getByRole('grid')).toBeHidden()
  await accounts.getByLabel('Email').fill(ada.email.toUpperCase())
  await accounts.getByLabel('Email').press('Enter')
  const account = row(page, 'User accounts', ada.email)
  for (const text of [ada.id, 'auth0', 'No']) await expect(account).toContainText(text)

  const owner = sectionOf(page, 'Who owns this workspace?')
  await owner.getByLabel('Workspace id').fill('01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await owner.getByRole('button', { name: 'Find owner' }).click()
  await expect(owner.getByText('Not found', { exact: true })).toBeVisible()
  await owner.getByLabel('Workspace id').fill(workspaceId)
  await owner.getByRole('button', { name: 'Find owner' }).click()
  const found = row(page, 'Workspace owner', ada.email)
  for (const text of ['Ada', 'Lovelace', 'Production', addresses.managedInstance])
    await expect(found).toContainText(text)
})

test('quarantine restricts the user to the notice and sends a mail, and undo restores access', {
  tag: '@long',
}, async ({ page, browser }) => {
  const ada = await signInNewUser(browser)
  await ada.page.goto('/profile')
  await enterAsStaff(page)
  await openAdmin(page)
  const section = sectionOf(page, 'Manage account quarantine')
  await expect(section.getByRole('button', { name: 'Quarantine account', exact: true })).toBeDisabled()
  await section.getByLabel('User id').fill(ada.id)
  await section.getByLabel('Reason').fill('Mined coins')
  await section.getByRole('button', { name: 'Quarantine account', exact: true }).click()
  await expect(toast(page, `${ada.email} is quarantined`)).toBeVisible()
  await expect(row(page, 'Quarantined users', ada.email)).toContainText('Mined coins')
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByRole('heading', { name: 'Account Quarantined' })).toBeVisible()
  expect((await readMail(ada.email)).subject).toMatch(/quarantine/i)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `Undone: ${ada.email} is no longer quarantined`)).toBeVisible()
  await expect(row(page, 'Quarantined users', ada.email)).toBeHidden()
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  await ada.page.goto('/profile/staff-access')
  const access = ada.page.getByRole('list', { name: 'Staff access' })
  await expect(access.getByRole('listitem').first()).toContainText(
    'The quarantine on your account was lifted',
  )
  await expect(access.getByRole('listitem').nth(1)).toContainText('Mined coins')
})

test('Admin page quarantines a workspace and suspends a user, and ends both', async ({ page, browser }) => {
  const ada = await signInNewUser(browser)
  const workspaceId = await makeWorkspaceByCall(ada.page, { name: 'Payments', type: 'Local Dev Instance' })
  await enterAsStaff(page)
  await openAdmin(page)
  const workspaces = sectionOf(page, 'Manage workspace quarantine')
  await workspaces.getByLabel('Workspace id').fill(workspaceId)
  await workspaces.getByRole('button', { name: 'Quarantine workspace', exact: true }).click()
  await expect(row(page, 'Quarantined workspaces', /Payments/).first()).toBeVisible()
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByText('Quarantined').first()).toBeVisible()
  await workspaces.getByRole('button', { name: 'Unquarantine workspace' }).click()
  await expect(toast(page, '“Payments” is no longer quarantined')).toBeVisible()

  const users = sectionOf(page, 'Manage user suspensions')
  await users.getByLabel('User id').fill(ada.id)
  await users.getByRole('button', { name: 'Suspend user', exact: true }).click()
  await expect(row(page, 'Suspended users', ada.email)).toBeVisible()
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
  await users.getByRole('button', { name: 'Unsuspend user' }).click()
  await expect(row(page, 'Suspended users', ada.email)).toBeHidden()
  await ada.page.goto('/workspaces')
  await expect(ada.page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
})

test('Admin page shows the weekly signup report and downloads it', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  await enterAsStaff(page)
  await openAdmin(page)
  const section = sectionOf(page, 'Weekly signup report')
  const today = new Date().toISOString().slice(0, 10)
  await section.getByRole('button', { name: 'Get report' }).click()
  await expect(section.getByRole('grid')).toBeHidden()
  await section.getByLabel('Start date', { exact: true }).fill(today)
  await section.getByLabel('End date', { exact: true }).fill(today)
  await section.getByRole('button', { name: 'Get report' }).click()
  await expect(section.getByRole('grid', { name: 'Signups' })).toBeVisible()
  await expect(section.getByRole('img', { name: /^Signups by day/ })).toBeVisible()
  await expect(section.getByLabel('Signups by method')).toContainText('auth0')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const lines = (await (await download.createReadStream()).toArray()).join('')
  expect(lines).toContain(ada.email)
  expect(download.suggestedFilename()).toContain(today)
  await section.getByRole('button', { name: 'This week' }).click()
  await expect(section.getByRole('grid', { name: 'Signups' })).toBeVisible()
})

test('staff search for a user and suspend the account with a reason', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  await enterAsStaff(page)
  await openAdmin(page)
  await page.getByLabel('Search people, workspaces and tokens').fill(ada.email.slice(0, -4))
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'People' }).getByRole('link', { name: ada.email }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeFocused()
  await expect(row(page, 'Identities', /auth0/)).toContainText(ada.email)
  await expect(row(page, 'Sessions', /Chrome/)).toContainText(/127\.0\.0\.1|::1/)
  await page.getByRole('button', { name: 'Suspend user' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Suspend ${ada.email}?` })
  await dialog.getByLabel('Reason').fill('Two invoices unpaid')
  await dialog.getByLabel('Last day', { exact: true }).fill('2125-01-31')
  await dialog.getByRole('button', { name: 'Suspend user' }).click()
  await expect(page.getByRole('button', { name: 'Unsuspend user' })).toBeVisible()
  await expect(page.getByText(/· until (January 31|February 1), 2125/)).toBeVisible()
  await expect(row(page, 'Staff activity', /Suspended a user/)).toContainText('Two invoices unpaid')

  await page.goBack()
  await expect(
    page.getByRole('list', { name: 'People' }).getByRole('link', { name: ada.email }),
  ).toBeVisible()
})

test('Admin page works with the keyboard only', { tag: '@long' }, async ({ page, browser }) => {
  const ada = await signInNewUser(browser)
  await enterAsStaff(page)
  await openAdmin(page)
  await page.getByLabel('Search people, workspaces and tokens').focus()
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
  }
  // A link in the section list moves the focus into the section.
  const link = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Account quarantine' })
  while (!(await link.evaluate((element) => element === document.activeElement))) await press('Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Manage account quarantine' })).toBeFocused()
  await press('Tab')
  await page.keyboard.type(ada.id)
  await press('Tab')
  await page.keyboard.type('Mined coins')
  await press('Tab', 3)
  await expect(page.getByRole('button', { name: 'Quarantine account', exact: true })).toBeFocused()
  await press('Enter')
  await expect(toast(page, `${ada.email} is quarantined`)).toBeVisible()
  await press('F6')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(async () => {
    await press('Tab')
    await expect(undo).toBeFocused({ timeout: 200 })
  }).toPass()
  await press('Enter')
  await expect(toast(page, `Undone: ${ada.email} is no longer quarantined`)).toBeVisible()
})

test('staff pages have no accessibility violations', { tag: '@long' }, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const ada = await signInNewUser(browser)
  const workspaceId = await makeWorkspaceByCall(ada.page, { name: 'Payments', type: 'Local Dev Instance' })
  await enterAsStaff(page)
  const body = { isQuarantined: true, reason: 'Mined coins' }
  await callApi(page, { method: 'PATCH', path: `/users/${ada.id}/quarantine`, body })
  await openAdmin(page)
  await page.getByLabel('Search people, workspaces and tokens').fill(ada.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'People' })).toBeVisible()
  await page.getByRole('button', { name: 'This week' }).click()
  await expect(page.getByRole('grid', { name: 'Signups' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  await expectAccessible(page)
  await page.goto(`/workspace-admin/people/${ada.id}`)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Suspend user' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/workspace-admin/workspaces/${workspaceId}`)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expectAccessible(page)
})
