/** What the journeys of staff share: staff themselves, and people whom they look up. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type Account, addresses, makeAccount, newAccount } from './fixtures.ts'
import { enterByCalls, ownId } from './portal-calls.ts'

export interface Known extends Account {
  id: string
}

/** An account at an address of that domain, which the identity provider knows. */
export async function makeAccountAt(domain: string, { emailVerified = true } = {}): Promise<Account> {
  const account = newAccount()
  account.email = account.email.replace('example.com', domain)
  const answer = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified }),
  })
  expect(answer.status).toBe(201)
  return account
}

/** Signs one of staff in, past the first steps. */
export async function enterAsStaff(page: Page): Promise<Known> {
  const account = await makeAccountAt('systeminit.com')
  await enterByCalls(page, account, 'sasha')
  return { ...account, id: await ownId(page) }
}

/** Somebody with a session of their own, in a browser of their own. */
export async function enterAsSomebody(browser: Browser): Promise<Known & { page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const account = await makeAccount()
  await enterByCalls(page, account)
  return { ...account, id: await ownId(page), page }
}

/** Opens the staff's page and waits until it has taken the person for one of staff. */
export async function openAdmin(page: Page): Promise<void> {
  await page.goto('/workspace-admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Staff activity' })).toBeVisible()
}

export const sectionOf = (page: Page, name: string): Locator => page.getByRole('region', { name })
