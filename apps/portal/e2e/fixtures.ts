/** What the journeys share: people, their mail, and the ways in and out. */
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

/** An address that nobody else uses. */
export function newAccount(): Account {
  return { email: `e2e-${randomUUID().slice(0, 13)}@example.com`, password: 'correct horse battery staple' }
}

/** Makes an account at the identity provider without its pages. */
export async function makeAccount({ emailVerified = true } = {}): Promise<Account> {
  const account = newAccount()
  const answer = await fetch(`${e2eAddresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified, givenName: 'Ada', familyName: 'Lovelace' }),
  })
  expect(answer.status).toBe(201)
  return account
}

/** Fills in the identity provider's sign-in form, which must be on screen. */
export async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** From a portal address to the other side of sign-in. */
export async function signIn(page: Page, account: Account, path = '/login'): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, account)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hi / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
}

/** The newest mail to an address, as soon as it is there. */
export async function readMail(to: string): Promise<Mail> {
  let newest: Mail | undefined
  await expect(async () => {
    const answer = await fetch(`${e2eAddresses.mail}/api/messages?to=${encodeURIComponent(to)}`)
    newest = ((await answer.json()) as Mail[])[0]
    expect(newest).toBeDefined()
  }).toPass({ timeout: 15_000 })
  if (!newest) throw new Error(`No mail to ${to}`)
  return newest
}

/** The first link in a mail. */
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

/** Saves the first profile, which must be on screen. */
export async function saveFirstProfile(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome To System Initiative' })).toBeVisible()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovelace')
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByRole('button', { name: 'Save' }).click()
}

/** What a toast says. The button that was pressed may say the same for a moment. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}

export type WorkspaceType = 'Managed By System Initiative' | 'Local Dev Instance' | 'Remote URL'

interface NewWorkspace {
  name: string
  type: WorkspaceType
  url?: string
}

/** Creates a workspace by the form and ends on its page. */
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

/** Creates a workspace without the form, the first one as default as the form does, and returns its id. */
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

/** The same, and ends on its page. */
export async function makeWorkspace(page: Page, workspace: NewWorkspace): Promise<void> {
  await page.goto(`/workspace/${await makeWorkspaceByCall(page, workspace)}`)
  await expect(page.getByRole('heading', { level: 1, name: workspace.name })).toBeVisible()
}

/** Presses the button that asks again, and then again: clicks within 300 ms of the first are ignored. */
export async function confirmTwice(button: Locator): Promise<void> {
  const again = button.page().getByRole('button', { name: 'You sure? Click again to confirm' })
  await button.click()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(again).toBeHidden({ timeout: 200 })
  }).toPass()
}

/** Waits for what fades or slides in: halfway there its colours are no colours of ours. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}
