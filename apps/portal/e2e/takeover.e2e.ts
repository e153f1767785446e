/** An attacker signs up with another user's address and waits until that user clicks the verification mail, or steals a token. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import * as client from 'openid-client'
import { expectAccessible, overlay } from './account-fixtures.ts'
import { enterAsStaff } from './admin-fixtures.ts'
import {
  type Account,
  acceptTerms,
  addresses,
  fillSignIn,
  linkIn,
  type Mail,
  newAccount,
  readMail,
  saveFirstProfile,
} from './fixtures.ts'
import { callApi, enterByCalls, ownId } from './portal-calls.ts'

async function mailWith(to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    const response = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(to)}`)
    found = ((await response.json()) as Mail[]).find((mail) => subject.test(mail.subject))
    expect(found).toBeDefined()
  }).toPass({ timeout: 15_000 })
  if (!found) throw new Error(`No mail to ${to} about ${subject}`)
  return found
}

async function makeGitHubAccount(account: Account): Promise<void> {
  const made = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified: true, provider: 'github' }),
  })
  expect(made.status).toBe(201)
}

const firstPassword = 'a password of the first person'

/** Signs up with an address whose owner then clicks the link in the mail. Returns the page that signed up. */
async function openAccountFirst(browser: Browser, email: string): Promise<Page> {
  const first = await (await browser.newContext()).newPage()
  await first.goto('/signup')
  await first.getByLabel('Email').fill(email)
  await first.getByLabel('Password').fill(firstPassword)
  await first.getByRole('button', { name: 'Create account' }).click()
  await acceptTerms(first)
  await saveFirstProfile(first, 'mallory')
  await expect(first.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const inbox = await (await browser.newContext()).newPage()
  await inbox.goto(linkIn(await readMail(email)))
  await inbox.context().close()
  await first.getByRole('button', { name: 'Already verified?' }).first().click()
  await expect(first.getByText('Please verify your email address')).toHaveCount(0)
  return first
}

const statusOf = async (page: Page) => (await callApi(page, { method: 'GET', path: '/whoami' })).status

test('verifying an address never lets the attacker who signed up with it into the account', async ({
  page: victim,
  browser,
}) => {
  const account = newAccount()
  await makeGitHubAccount(account)
  await enterByCalls(victim, account)

  const attackersContext = await browser.newContext()
  const attacker = await attackersContext.newPage()
  await attacker.goto('/signup')
  await attacker.getByLabel('Email').fill(account.email)
  await attacker.getByLabel('Password').fill('a password the attacker chose')
  await attacker.getByRole('button', { name: 'Create account' }).click()
  await acceptTerms(attacker)
  await expect(attacker.getByText('Please verify your email address')).toBeVisible()

  // The victim clicks the link, which is a real mail from the sign-in service.
  const inbox = await victim.context().newPage()
  await inbox.goto(linkIn(await readMail(account.email)))
  await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await inbox.close()

  await attacker.getByRole('button', { name: 'Already verified?' }).click()
  await expect(attacker).toHaveURL(/\/sign-in-problem\?reason=not-approved$/)
  await expect(attacker.getByText('This email address already has an account')).toBeVisible()
  expect((await callApi(attacker, { method: 'GET', path: '/whoami' })).status).toBe(401)

  // Signing in again does not help the attacker.
  await attacker.goto(`${addresses.api}/auth/login`)
  await expect(attacker).toHaveURL(/\/sign-in-problem\?reason=not-approved$/)
  expect((await callApi(attacker, { method: 'GET', path: '/whoami' })).status).toBe(401)

  const mail = await mailWith(account.email, /^Approve a new way to sign in/)
  expect(mail.text).toContain("It can't open your account until you approve it")
  await victim.goto('/profile/security')
  const ways = victim.getByRole('list', { name: 'Ways to sign in' })
  await expect(ways.getByRole('listitem').filter({ hasText: 'Email and password' })).toContainText(
    'Waiting for your approval',
  )
  await ways.getByRole('button', { name: 'Remove Email and password' }).click()
  await victim.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ways.getByRole('listitem')).toHaveCount(1)

  await attacker.goto(`${addresses.api}/auth/login`)
  await expect(attacker).toHaveURL(/\/sign-in-problem\?reason=removed$/)
  await attackersContext.close()
})

test("an attacker who signed up with a victim's address loses the account when the victim disowns it", async ({
  page: victim,
  browser,
}) => {
  const account = newAccount()
  const attacker = await openAccountFirst(browser, account.email)
  expect(await statusOf(attacker)).toBe(200)

  await makeGitHubAccount(account)
  await victim.goto('/login')
  await fillSignIn(victim, account)
  await expect(victim).toHaveURL(/\/is-it-yours$/)
  await expect(victim.getByText(/opened with Email and password. Is it yours\?$/)).toBeVisible()
  await expectAccessible(victim)
  expect(await statusOf(victim)).toBe(401)

  // A yes without the other sign-in joins nothing.
  await victim.getByRole('button', { name: "Yes, it's mine" }).click()
  await fillSignIn(victim, account)
  await expect(victim).toHaveURL(/\/is-it-yours$/)
  expect(await statusOf(victim)).toBe(401)
  expect(await statusOf(attacker)).toBe(200)

  await victim.getByRole('button', { name: "No, it isn't mine" }).click()
  await expect(victim.getByText(/removes every other way to sign in/)).toBeVisible()
  await expectAccessible(victim)
  await victim.getByRole('button', { name: 'Start over' }).click()
  await acceptTerms(victim)
  await saveFirstProfile(victim, 'ada')
  await expect(victim).toHaveURL(/\/workspaces$/)
  await victim.goto('/profile/security')
  const ways = victim.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem')
  await expect(ways).toHaveCount(1)
  await expect(ways).toContainText('GitHub')

  expect(await statusOf(attacker)).toBe(401)
  await attacker.goto(`${addresses.api}/auth/login`)
  await expect(attacker).toHaveURL(/\/sign-in-problem\?reason=removed$/)
  expect(await statusOf(attacker)).toBe(401)
  await attacker.context().close()

  const staff = await (await browser.newContext()).newPage()
  await enterAsStaff(staff)
  await staff.goto(`/workspace-admin/people/${await ownId(victim)}`)
  await staff.getByRole('button', { name: 'Give account back' }).click()
  const dialog = staff.getByRole('alertdialog', { name: `Give ${account.email} back?` })
  await expect(dialog).toBeVisible()
  await expectAccessible(staff, overlay)
  await dialog.getByRole('button', { name: 'Give account back' }).click()
  await expect(staff.getByText(`${account.email} was given back`)).toBeVisible()
  expect(await statusOf(victim)).toBe(401)
  await staff.context().close()
})

test('a user who says that the account is theirs adds a second way to sign in after signing in with the first', async ({
  page,
  browser,
}) => {
  const account = newAccount()
  const first = await openAccountFirst(browser, account.email)
  await makeGitHubAccount(account)
  await page.goto('/login')
  await fillSignIn(page, account)
  await page.getByRole('button', { name: "Yes, it's mine" }).click()
  await fillSignIn(page, { email: account.email, password: firstPassword })
  await expect.poll(() => statusOf(page)).toBe(200)
  expect(await ownId(page)).toBe(await ownId(first))
  const { body } = await callApi(first, { method: 'GET', path: `/users/${await ownId(first)}/identities` })
  expect(body).toMatchObject([{ provider: 'auth0' }, { provider: 'github' }])
  await first.context().close()
})

test('a stolen token of a command-line tool cannot take over the account', async ({
  page: victim,
  browser,
}) => {
  const account = newAccount()
  await makeGitHubAccount(account)
  await enterByCalls(victim, account)
  const config = await client.discovery(new URL(addresses.api), 'portal-cli', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })
  const started = await client.initiateDeviceAuthorization(config, {})
  await victim.goto(started.verification_uri_complete ?? '')
  await victim.getByRole('button', { name: 'Approve' }).click()
  await expect(victim.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()
  const { access_token: stolen } = await client.pollDeviceAuthorizationGrant(config, started)
  await mailWith(account.email, /^New command-line sign-in/)

  const userId = await ownId(victim)
  const sessions = (await callApi(victim, { method: 'GET', path: `/users/${userId}/sessions` })).body as {
    id: string
    isCurrent: boolean
  }[]
  const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id
  const attacker = await browser.newContext()
  for (const [method, path, data] of [
    ['POST', `/users/${userId}/identities/approve`, { subject: 'auth0|attacker' }],
    ['DELETE', `/users/${userId}/identities`, { subject: 'github|victim' }],
    ['POST', `/users/${userId}/sessions/end-others`, {}],
    ['DELETE', `/users/${userId}/sessions/${sessionId}`, {}],
    ['POST', '/cli-sign-ins', { port: 9_876 }],
  ] as const) {
    const headers = { authorization: `Bearer ${stolen}` }
    const response = await attacker.request.fetch(`${addresses.api}${path}`, { method, headers, data })
    expect(await response.json(), path).toMatchObject({ kind: 'NotAllowed' })
  }
  expect(await statusOf(victim)).toBe(200)
  await attacker.close()
})
