/** Checks that the focused or hovered row stands out and is readable in every kind of overlay. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, overlay } from '../account-fixtures.ts'
import { enterAsStaff, openAdmin, sectionOf } from '../admin-fixtures.ts'
import { makeAccount, makeWorkspaceByCall } from '../fixtures.ts'
import { enterByCalls } from '../portal-calls.ts'

// Axe is slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

const noBackground = 'rgba(0, 0, 0, 0)'

const highlights = {
  light: 'rgba(18, 17, 15, 0.05)',
  dark: 'rgba(255, 255, 255, 0.06)',
}

async function expectHighlight(page: Page, highlighted: Locator, plain: Locator) {
  for (const [theme, background] of Object.entries(highlights)) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await expect(highlighted).toHaveCSS('background-color', background)
    await expect(plain).toHaveCSS('background-color', noBackground)
  }
  await expectAccessible(page, overlay)
}

interface Rows {
  focused: Locator
  hovered: Locator
  plain: Locator
}

/** Expects an overlay opened by keyboard, moves the focus to the row with the arrow key, and closes the overlay. */
async function expectRowsToStandOut(page: Page, { focused, hovered, plain }: Rows, arrow = 'ArrowDown') {
  await expect(plain).toBeVisible()
  await expect(async () => {
    if ((await focused.getAttribute('data-focused')) === null) await page.keyboard.press(arrow)
    await expect(focused).toHaveAttribute('data-focused', { timeout: 500 })
  }).toPass()
  await expect(focused).toHaveCSS('outline-width', '2px')
  await expectHighlight(page, focused, plain)
  await hovered.hover()
  await expectHighlight(page, hovered, plain)
  await page.keyboard.press('Escape')
  await expect(plain).toBeHidden()
}

const menuRow = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

test.describe('a focused and a hovered row stand out', () => {
  let workspaceId = ''

  test.beforeEach(async ({ page }) => {
    await enterByCalls(page, await makeAccount())
    workspaceId = await makeWorkspaceByCall(page, { name: 'Alpha', type: 'Local Dev Instance' })
  })

  test('in the settings menu of a workspace', async ({ page }) => {
    await page.goto('/workspaces')
    await page.getByRole('button', { name: 'Settings of Alpha' }).press('Enter')
    await expectRowsToStandOut(page, {
      focused: menuRow(page, 'Settings'),
      hovered: menuRow(page, 'Hide'),
      plain: menuRow(page, 'API Tokens'),
    })
  })

  test('in the command palette', async ({ page }) => {
    await page.goto('/workspaces')
    await expect(page.getByRole('button', { name: /^Search (Ctrl|⌘)/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    const row = (name: RegExp) =>
      page.getByRole('dialog', { name: 'Command palette' }).getByRole('menuitem', { name })
    await expectRowsToStandOut(page, {
      focused: row(/^Alpha/),
      hovered: row(/^Billing/),
      plain: row(/^Workspaces/),
    })
  })

  test('in the list of a select', async ({ page }) => {
    await page.goto(`/workspace/${workspaceId}/activity`)
    await page.getByRole('button', { name: /All events/ }).press('Enter')
    const rows = page.getByRole('option')
    await expectRowsToStandOut(page, { focused: rows.nth(0), hovered: rows.nth(1), plain: rows.nth(2) })
  })

  test('in the list of countries', async ({ page }) => {
    await page.goto('/billing')
    const field = page.getByRole('combobox', { name: 'Country' })
    // Scrolling to the field closes the list, and typing opens it again.
    await expect(async () => {
      await field.fill('')
      await field.fill('United')
      await expect(option(page, 'United Kingdom (GB)')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectRowsToStandOut(page, {
      focused: option(page, 'United Kingdom (GB)'),
      hovered: option(page, 'United States (US)'),
      plain: option(page, 'United Arab Emirates (AE)'),
    })
  })
})

test('a focused and a hovered row stand out in the profile menu', async ({ page }) => {
  await enterAsStaff(page)
  await page.goto('/workspaces')
  await page.getByRole('button', { name: /^Hi / }).press('Enter')
  await expectRowsToStandOut(page, {
    focused: menuRow(page, 'Profile'),
    hovered: menuRow(page, 'Admin'),
    plain: menuRow(page, 'Log out'),
  })
})

test('a focused and a hovered day stand out in the calendar', async ({ page }) => {
  await enterAsStaff(page)
  await openAdmin(page)
  const report = sectionOf(page, 'Weekly signup report')
  await report.getByRole('textbox', { name: 'Start date' }).fill('2024-08-14')
  await report.getByRole('button', { name: 'Choose Start Date from a calendar' }).press('Enter')
  const day = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  await expectRowsToStandOut(
    page,
    { focused: day('August 15'), hovered: day('August 20'), plain: day('August 22') },
    'ArrowRight',
  )
})
