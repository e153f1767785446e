/** An attacker signs up with another user's address and waits until that user clicks the verification mail. */
import { expect, test } from '@playwright/test'
import { acceptTerms, addresses, linkIn, type Mail, newAccount, readMail } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

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

test('verifying an address never lets the attacker who signed up with it into the account', async ({
  page: victim,
  browser,
}) => {
  const account = newAccount()
  const made = await fetch(`${addresses.identityProvider}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, emailVerified: true, provider: 'github' }),
  })
  expect(made.status).toBe(201)
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
