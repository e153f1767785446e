/**
 * Counts the clicks of the ten main jobs. Every target must be visible without scrolling. Typing, Tab and Enter don't count as
 * clicks. See docs/product/interface.md#clicks.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { signInReady } from './account-fixtures.ts'
import { enterAsStaff } from './admin-fixtures.ts'
import { addresses, makeWorkspaceByCall, newAccount, toast } from './fixtures.ts'
import { signInByCalls } from './portal-calls.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

type Click = (target: Locator) => Promise<void>

/** Runs a job and expects this number of clicks. */
async function expectClicks(expected: number, job: (click: Click) => Promise<void>): Promise<void> {
  let clicks = 0
  await job(async (target) => {
    await expect(target).toBeInViewport({ ratio: 1 })
    await target.click()
    clicks += 1
  })
  expect(clicks).toBe(expected)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^(Workspace|Account)$/ }).getByRole('link', { name })

/** Clicks the confirm button a second time, once it accepts clicks again. */
async function confirm(page: Page, click: Click) {
  await page.clock.runFor(400)
  await click(button(page, 'You sure? Click again to confirm'))
}

test('jobs in a workspace take few clicks and no scrolling', { tag: '@long' }, async ({ page }) => {
  await signInReady(page)
  await test.step('create a workspace', () =>
    expectClicks(2, async (click) => {
      await click(page.getByRole('link', { name: 'Create New Workspace' }))
      await click(page.getByLabel('Display Name'))
      await page.keyboard.type('Production')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
    }))
  await test.step('invite a member', () =>
    expectClicks(2, async (click) => {
      const { email } = newAccount()
      await click(section(page, 'Members'))
      await click(page.getByLabel('User Email to Grant Workspace Access'))
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()
    }))
  await test.step('create and copy a token', () =>
    expectClicks(3, async (click) => {
      await click(section(page, 'API tokens'))
      await click(page.getByLabel('Token Name'))
      await page.keyboard.type('Pipeline')
      // Past the permission.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('30d')
      await page.keyboard.press('Enter')
      await click(button(page, 'Copy token'))
      await expect(page.getByText('Token copied!')).toBeVisible()
    }))
  await page.clock.install()
  await page.goto(page.url().replace('/tokens', ''))
  await test.step('revoke a token', () =>
    expectClicks(3, async (click) => {
      await click(section(page, 'API tokens'))
      await click(page.getByRole('row', { name: /Pipeline/ }).getByRole('button', { name: 'Revoke' }))
      await confirm(page, click)
      await expect(toast(page, '“Pipeline” is revoked')).toBeVisible()
    }))
})

test('opening and deleting a workspace take few clicks and no scrolling', { tag: '@long' }, async ({
  page,
}) => {
  await signInReady(page)
  await makeWorkspaceByCall(page, { name: 'Production', type: 'Local Dev Instance' })
  await page.goto('/workspaces')
  await test.step('open a workspace', () =>
    expectClicks(1, async (click) => {
      await click(page.getByRole('link', { name: 'Production' }))
      await expect(page).toHaveURL((url) => url.origin === addresses.localInstance)
    }))
  await page.goto('/workspaces')
  await test.step('change the theme', () =>
    expectClicks(1, async (click) => {
      await click(button(page, 'Use the dark theme'))
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    }))
  await test.step('delete a workspace', () =>
    expectClicks(4, async (click) => {
      await click(button(page, 'Settings of Production'))
      await click(page.getByRole('menuitem', { name: 'Settings' }))
      await click(section(page, 'Danger zone'))
      await click(button(page, 'Delete Workspace'))
      await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
      await page.keyboard.type('Production')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    }))
})

test('jobs of the account take few clicks and no scrolling', { tag: '@long' }, async ({ page, browser }) => {
  const account = await signInReady(page)
  const other = await (await browser.newContext()).newPage()
  await signInByCalls(other, account)
  await test.step('pay', () =>
    expectClicks(2, async (click) => {
      await click(page.getByRole('link', { name: 'Billing' }))
      await click(button(page, 'Add / Update Payment Details'))
      await expect(page).toHaveURL(new RegExp(`^${addresses.billing}/checkout/`))
    }))
  await page.clock.install()
  await page.goto('/profile/security')
  await test.step('end a session, from the page that lists them', () =>
    expectClicks(2, async (click) => {
      const sessions = page.getByRole('list', { name: 'Sessions' })
      await click(sessions.getByRole('button', { name: /^Sign out / }))
      await confirm(page, click)
      await expect(sessions.getByRole('listitem')).toHaveCount(1)
    }))
})

test('staff find a user in two clicks without scrolling', { tag: '@long' }, async ({ page }) => {
  const { email } = await enterAsStaff(page)
  await page.goto('/workspace-admin')
  await expectClicks(2, async (click) => {
    await click(page.getByPlaceholder('Search people, workspaces and tokens...'))
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await click(page.getByRole('link', { name: new RegExp(email) }).first())
    await expect(page).toHaveURL(/\/workspace-admin\/people\//)
  })
})
