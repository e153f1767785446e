/** Shared by the end-to-end tests: accounts, mails, sign-in and sign-out. */
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { e2eAddresses } from '../../../tools/e2e/addresses.ts'
import { type Account, callApi } from './portal-calls.ts'

export type { Account }
export { e2eAddresses as addresses }

export interface Mail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

/** Returns an account with a unique email. */
export function newAccount(): Account {
  return { email: `e2e-${randomUUID().slice(0, 13)}@example.com`, password: 'correct horse battery staple' }
}

/** Creates an account at the identity provider through its test API. */
export async function makeAccount({ emailVerified = true } = {}): Promise<Account> {
  const account = newAccount()
  const response = await fetch(`${e2eAddresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified, givenName: 'Ada', familyName: 'Lovelace' }),
  })
  expect(response.status).toBe(201)
  return account
}

/** Fills in and submits the identity provider's sign-in form, which must be open. */
export async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a portal page and signs in. */
export async function signIn(page: Page, account: Account, path = '/login'): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, account)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hi / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
}

/** Waits for a mail to an address and returns the newest one. */
export async function readMail(to: string): Promise<Mail> {
  let newest: Mail | undefined
  await expect(async () => {
    const response = await fetch(`${e2eAddresses.mail}/api/messages?to=${encodeURIComponent(to)}`)
    newest = ((await response.json()) as Mail[])[0]
    expect(newest).toBeDefined()
  }).toPass({ timeout: 15_000 })
  if (!newest) throw new Error(`No mail to ${to}`)
  return newest
}

/** Returns the first link in a mail. */
export function linkIn({ text }: Mail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error('The mail has no link')
  return link
}

export async function acceptTerms(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Review Legal' })).toBeVisible()
  await page.getByText('I have read and agree').click()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

/** Completes the first profile form, which must be open. */
export async function saveFirstProfile(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome To System Initiative' })).toBeVisible()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovelace')
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByRole('button', { name: 'Save' }).click()
}

/** Finds a toast by its text. The pressed button may briefly show the same text. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}

export type WorkspaceType = 'Managed By System Initiative' | 'Local Dev Instance' | 'Remote URL'

interface NewWorkspace {
  name: string
  type: WorkspaceType
  url?: string
}

/** Creates a workspace with the form and stays on its page. */
export async function fillInWorkspace(page: Page, { name, type, url }: NewWorkspace): Promise<void> {
  await page.goto('/workspaces')
  await page.getByRole('link', { name: 'Create New Workspace' }).click()
  await page.getByLabel('Display Name').fill(name)
  await page.getByText(type, { exact: true }).click()
  if (url) await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/workspace\/[0-9A-Z]{26}$/)
}

/** Creates a workspace with an API call and returns its id. Like the form, it makes the first workspace the default. */
export async function makeWorkspaceByCall(page: Page, { name, type, url }: NewWorkspace): Promise<string> {
  const known = await callApi(page, { method: 'GET', path: '/workspaces' })
  const urls: Record<WorkspaceType, string | undefined> = {
    'Managed By System Initiative': e2eAddresses.managedInstance,
    'Local Dev Instance': e2eAddresses.localInstance,
    'Remote URL': url,
  }
  const { status, body } = await callApi(page, {
    method: 'POST',
    path: '/workspaces/new',
    body: { displayName: name, instanceUrl: urls[type], isDefault: (known.body as unknown[]).length === 0 },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { newWorkspaceId: string }).newWorkspaceId
}

/** Creates a workspace with an API call and opens its page. */
export async function makeWorkspace(page: Page, workspace: NewWorkspace): Promise<void> {
  await page.goto(`/workspace/${await makeWorkspaceByCall(page, workspace)}`)
  await expect(page.getByRole('heading', { level: 1, name: workspace.name })).toBeVisible()
}

/** Clicks a confirm button until it is confirmed. It ignores clicks within 300 ms of the first. */
export async function confirmTwice(button: Locator): Promise<void> {
  const again = button.page().getByRole('button', { name: 'You sure? Click again to confirm' })
  await button.click()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(again).toBeHidden({ timeout: 200 })
  }).toPass()
}

/** Waits until all animations have finished, because colors differ during a transition. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}
