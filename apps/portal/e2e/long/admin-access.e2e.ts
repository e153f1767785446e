import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { setFlags } from '../account-fixtures.ts'
import { enterAsStaff, makeAccountAt } from '../admin-fixtures.ts'
import { type Account, makeAccount } from '../fixtures.ts'
import { enterByCalls, ownId } from '../portal-calls.ts'

test.describe.configure({ timeout: 90_000 })

// The analytics library ignores automated browsers, so this one presents itself as a regular browser.
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

test('Admin page shows staff without the flag that the feature is not enabled', async ({ page }) => {
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

test('profile menu links staff to the Admin page', async ({ page }) => {
  await enterAsStaff(page)
  await page.goto('/workspaces')
  await page.getByRole('button', { name: /^Hi / }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(title(page, 'Admin')).toBeFocused()
})

test('Admin page redirects users without the flag to workspaces', async ({ page }) => {
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
  await page.getByLabel('User email').fill('ada@example.com')
  await expect(page.getByRole('button', { name: 'Create by user email' })).toBeDisabled()
}

test('Admin page shows a single staff-only error to other users with the flag', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
  await expectRefusedOnce(page, 'This is for staff only')
})

/** Email domains that resemble the staff domain. */
const pretenders: [string, () => Promise<Account>][] = [
  ['starts with the staff domain', () => makeAccountAt('systeminit.com.evil.example')],
  ['ends with the staff domain', () => makeAccountAt('notsysteminit.com')],
]

for (const [what, make] of pretenders) {
  test(`API refuses staff access to an email whose domain ${what}`, async ({ page }) => {
    await enterByCalls(page, await make())
    await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
    await expectRefusedOnce(page, 'This is for staff only')
  })
}

test('API refuses staff access to an unverified email of the staff domain', async ({ page }) => {
  await enterByCalls(page, await makeAccountAt('systeminit.com', { emailVerified: false }))
  await setFlags({ userId: await ownId(page), flags: { ADMIN_PAGE: true } })
  await expectRefusedOnce(page, 'Verify your email address first')
})
