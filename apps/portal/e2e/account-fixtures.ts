/** What the journeys of the account share: people who are past the first steps, staff, failing services, accessibility. */
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import {
  type Account,
  acceptTerms,
  addresses,
  makeAccount,
  newAccount,
  saveFirstProfile,
  signIn,
  untilStill,
} from './fixtures.ts'

/** Signs somebody in who has accepted the terms and has a profile, and ends on the workspaces. */
export async function signInReady(page: Page, account?: Account): Promise<Account> {
  const who = account ?? (await makeAccount())
  await signIn(page, who)
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  return who
}

interface Call {
  method: string
  path: string
  body?: unknown
}

/** A call to the API as the portal's page makes it, with the session of that page. */
export async function callApi(
  page: Page,
  { method, path, body }: Call,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([url, method, body]) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const answer = await fetch(url, {
        method,
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
    },
    [`${addresses.api}${path}`, method, body] as const,
  )
}

export async function ownId(page: Page): Promise<string> {
  const { body } = await callApi(page, { method: 'GET', path: '/whoami' })
  return (body as { user: { id: string } }).user.id
}

/** Has staff pause an account, in a browser of their own. */
export async function suspend(browser: Browser, userId: string): Promise<void> {
  const account = { ...newAccount(), email: newAccount().email.replace('example.com', 'systeminit.com') }
  const made = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified: true }),
  })
  expect(made.status).toBe(201)
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInReady(page, account)
  const { status } = await callApi(page, {
    method: 'PATCH',
    path: `/users/${userId}/suspend`,
    body: { isSuspended: true },
  })
  expect(status).toBe(200)
  await context.close()
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

/** Finds nothing against accessibility on the page, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await untilStill(page)
    const { violations } = await new AxeBuilder({ page }).exclude('[data-live-announcer]').analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect(found).toEqual([])
  }
}
