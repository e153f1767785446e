/** Shared by the staff tests: staff accounts and the users they look up. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type Account, addresses, makeAccount, newAccount } from './fixtures.ts'
import { enterByCalls, ownId } from './portal-calls.ts'

interface Known extends Account {
  id: string
}

/** Creates an account with a verified email of the staff domain at the identity provider. */
export async function makeStaffAccount(): Promise<Account> {
  const account = newAccount()
  account.email = account.email.replace('example.com', 'systeminit.com')
  const response = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified: true }),
  })
  expect(response.status).toBe(201)
  return account
}

/** Signs in a staff member with a complete profile. */
export async function enterAsStaff(page: Page): Promise<Known> {
  const account = await makeStaffAccount()
  await enterByCalls(page, account, 'sasha')
  return { ...account, id: await ownId(page) }
}

/** Signs in a new user in a separate browser context. */
export async function signInNewUser(browser: Browser): Promise<Known & { page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const account = await makeAccount()
  await enterByCalls(page, account)
  return { ...account, id: await ownId(page), page }
}

/** Opens the admin page and waits until the API has accepted the user as staff. */
export async function openAdmin(page: Page): Promise<void> {
  await page.goto('/workspace-admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Staff activity' })).toBeVisible()
}

export const sectionOf = (page: Page, name: string): Locator => page.getByRole('region', { name })
