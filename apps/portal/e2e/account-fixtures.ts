/** Shared by the account tests: signed-in users, staff actions, failing services and accessibility checks. */
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { isSample } from '../../../tools/e2e/journey-sample.ts'
import { makeStaffAccount } from './admin-fixtures.ts'
import { type Account, addresses, makeAccount, untilStill } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

/** Signs in a user with accepted terms and a complete profile, and opens the workspaces page. */
export async function signInReady(page: Page, account?: Account): Promise<Account> {
  const who = account ?? (await makeAccount())
  await enterByCalls(page, who)
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  return who
}

/** Pauses an account as a staff member in a separate browser context. */
export async function pause(browser: Browser, userId: string, how: 'suspend' | 'quarantine'): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enterByCalls(page, await makeStaffAccount())
  const { status } = await callApi(page, {
    method: 'PATCH',
    path: `/users/${userId}/${how}`,
    body: how === 'suspend' ? { isSuspended: true } : { isQuarantined: true },
  })
  expect(status).toBe(200)
  await context.close()
}

export async function suspend(browser: Browser, userId: string): Promise<void> {
  await pause(browser, userId, 'suspend')
}

export type Service = 'identityProvider' | 'billing' | 'analytics' | 'mail'

/** Makes a service fail, or work again. */
export async function setFailure(service: Service, mode: 'none' | 'down' | 'error' | 'slow'): Promise<void> {
  const response = await fetch(`${addresses[service]}/api/failure`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  expect(response.ok).toBe(true)
}

/** Sets a user's feature flags at the analytics service. */
export async function setFlags(body: { userId: string; flags: Record<string, boolean> }): Promise<void> {
  const response = await fetch(`${addresses.analytics}/api/flags`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
}

/** The rules about colors. All other rules give the same result in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Matches overlays, which make the rest of the page inert. */
export const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Expects that the page fits into 720 px, which is also 1440 px at a zoom of 200 %. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const viewport = page.viewportSize()
  // A control that moves under the pointer would show its tooltip, which is outside the landmarks.
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 720, height: 450 })
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0)
  if (viewport) await page.setViewportSize(viewport)
  await expect(page.getByRole('tooltip')).toBeHidden()
}

/** `npm test` checks only the light theme, because the tests of controls check the colors of both. */
const checkedThemes = isSample ? ['light'] : ['light', 'dark']

/** Expects no accessibility violations on the page, or in the given part of it. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (part === 'html') await expectNoSidewaysScrolling(page)
  for (const theme of checkedThemes) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await untilStill(page)
    // React Aria's live announcer still refers to removed buttons for a few seconds, so it is excluded.
    // Legacy mode is faster. It doesn't check frames, and the portal has none.
    // Axe isn't injected again if it is already in the page, which halves the time.
    const isThere = await page.evaluate(() => 'axe' in window)
    const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
      .include(part)
      .exclude('[data-live-announcer]')
      .setLegacyMode()
      .options({
        resultTypes: ['violations'],
        ...(theme === 'light'
          ? { rules: { 'label-content-name-mismatch': { enabled: true } } }
          : { runOnly: colorRules }),
      })
      .analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect(found).toEqual([])
  }
}
