import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { setFlags } from './account-fixtures.ts'
import { enterAsStaff, makeAccountAt } from './admin-fixtures.ts'
import { type Account, makeAccount } from './fixtures.ts'
import { enterByCalls, ownId } from './portal-calls.ts'

test.describe.configure({ timeout: 90_000 })

// The analytics library takes no notice of browsers that are driven by a program; this one looks like a person's.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})
test.beforeEach(async ({ context }: { context: BrowserContext }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
  })
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('tells staff without the flag that the feature is not enabled for the account', async ({ page }) => {
  const { id } = await enterAsStaff(page)
  await setFlags({ userId: id, flags: { ADMIN_PAGE: false } })
  for (const path of ['', '/people/nobody', '/workspaces/nowhere']) {
    await page.goto(`/workspace-admin${path}`)
    await expect(title(page, 'Feature not Enabled for account')).toBeVisible()
  }
  await page.getByRole('button', { name: /^Hi / }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeHidden()
})

test('offers staff the page in the menu', async ({ page }) => {
  await enterAsStaff(page)
  await page.goto('/workspaces')
  await page.getByRole('button', { name: /^Hi / }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(title(page, 'Admin')).toBeFocused()
})

test('sends somebody else to their workspaces', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  for (const path of ['', '/people/nobody', '/workspaces/nowhere']) {
    await page.goto(`/workspace-admin${path}`)
    await expect(title(page, 'Create A Workspace')).toBeVisible()
  }
})

async function expectRefusedOnce(page: Page, refusal: string) {
  await page.goto('/workspace-admin')
  await expect(title(page, 'Admin')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText(refusal)
  await page.getByLabel('User Email').fill('ada@example.com')
  await expect(page.getByRole('button', { name: 'Create by user email' })).toBeDisabled()
}

test('shows somebody else with the flag the page, and once that its calls are refused', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
  await expectRefusedOnce(page, 'This is for staff only')
})

/** Where the address looks like one of staff, but is none. */
const pretenders: [string, () => Promise<Account>][] = [
  ['a domain that begins with the staff’s', () => makeAccountAt('systeminit.com.evil.example')],
  ['a domain that ends with the staff’s', () => makeAccountAt('notsysteminit.com')],
]

for (const [what, make] of pretenders) {
  test(`takes an address of ${what} for none of staff`, async ({ page }) => {
    await enterByCalls(page, await make())
    await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
    await expectRefusedOnce(page, 'This is for staff only')
  })
}

test('takes an address of the staff’s domain that is not verified for none of staff', async ({ page }) => {
  await enterByCalls(page, await makeAccountAt('systeminit.com', { emailVerified: false }))
  await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
  await expectRefusedOnce(page, 'Please verify your email address first')
})
