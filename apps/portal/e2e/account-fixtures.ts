/** What the journeys of the account share: people who are past the first steps, staff, failing services, accessibility. */
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Account, addresses, makeAccount, newAccount, untilStill } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

export { callApi, ownId } from './portal-calls.ts'

/** Signs somebody in who has accepted the terms and has a profile, and ends on the workspaces. */
export async function signInReady(page: Page, account?: Account): Promise<Account> {
  const who = account ?? (await makeAccount())
  await enterByCalls(page, who)
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  return who
}

/** Has staff pause an account, in a browser of their own. */
export async function pause(browser: Browser, userId: string, how: 'suspend' | 'quarantine'): Promise<void> {
  const account = { ...newAccount(), email: newAccount().email.replace('example.com', 'systeminit.com') }
  const made = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified: true }),
  })
  expect(made.status).toBe(201)
  const context = await browser.newContext()
  const page = await context.newPage()
  await enterByCalls(page, account)
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

/** Makes a service fail on purpose, or work again. */
export async function setFailure(service: Service, mode: 'none' | 'down' | 'error' | 'slow'): Promise<void> {
  const answer = await fetch(`${addresses[service]}/api/failure`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  expect(answer.ok).toBe(true)
}

/** Has the analytics service say of flags whether they are on, for one person. */
export async function setFlags(body: { userId: string; flags: Record<string, boolean> }): Promise<void> {
  const answer = await fetch(`${addresses.analytics}/api/flags`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

/** What depends on colours; everything else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What lies over a page, and makes the rest of it inert. */
export const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Finds nothing against accessibility on the page, or in that part of it, in either theme. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await untilStill(page)
    // React Aria's announcer goes on naming a button that is gone, for seconds, to nobody who sees or meets it.
    // There are no frames, which is what the other, slower mode of axe is for.
    // Where axe is in the page already, half of its time is spared.
    const isThere = await page.evaluate(() => 'axe' in window)
    const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
      .include(part)
      .exclude('[data-live-announcer]')
      .setLegacyMode()
      .options({
        resultTypes: ['violations'],
        ...(theme === 'light'
          ? { rules: { 'label-content-name-mismatch': { enabled: true } } }
          : { runOnly: colourRules }),
      })
      .analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect(found).toEqual([])
  }
}
