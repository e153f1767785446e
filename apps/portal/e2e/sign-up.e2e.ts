import { expect, test } from '@playwright/test'
import {
  acceptTerms,
  addresses,
  fillInWorkspace,
  fillSignIn,
  linkIn,
  makeAccount,
  newAccount,
  readMail,
  saveFirstProfile,
  signIn,
  signOut,
} from './fixtures.ts'

test('new user signs up, creates and opens a workspace, and finds it after signing in again', async ({
  page,
}) => {
  const account = newAccount()
  await page.goto('/signup')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await acceptTerms(page)
  await expect(page.getByText('Please verify your email address')).toBeVisible()
  await page.getByRole('button', { name: 'Already verified?' }).click()
  await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()

  const mail = await readMail(account.email)
  const inbox = await page.context().newPage()
  await inbox.goto(linkIn(mail))
  await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await inbox.close()
  await page.getByRole('button', { name: /^(Already verified\?|Not Verified, Try Again)$/ }).click()
  await expect(page.getByText('Please verify your email address')).toBeHidden()

  await saveFirstProfile(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()

  await fillInWorkspace(page, { name: 'Production', type: 'Managed By System Initiative' })
  await expect(page.getByText('DEFAULT', { exact: true })).toBeVisible()
  await fillInWorkspace(page, { name: 'Laptop', type: 'Local Dev Instance' })
  await fillInWorkspace(page, { name: 'Far away', type: 'Remote URL', url: 'https://infra.example.com' })

  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: '3 Workspaces' })).toBeVisible()
  await page.getByRole('link', { name: 'Production' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.managedInstance}/`))
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  await expect(page.getByText('You are in the workspace Production.')).toBeVisible()
  await expect(page.getByText('OWNER')).toBeVisible()

  await page.goto('/workspaces')
  await signOut(page)
  await page.goto('/workspaces')
  await fillSignIn(page, account)
  await expect(page.getByRole('heading', { name: '3 Workspaces' })).toBeVisible()
  for (const name of ['Production', 'Laptop', 'Far away']) {
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
})

test('sign-in returns a signed-out user to the requested page', async ({ page }) => {
  const account = await makeAccount()
  await signIn(page, account, '/workspace/new')
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible()

  // The session ends in another tab, and this one follows.
  const other = await page.context().newPage()
  await other.goto('/logout')
  await expect(other.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
  await other.close()

  await fillSignIn(page, account)
  await expect(page.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible()
})

test('sign-in that started in another browser shows an explanation and a way back', async ({ page }) => {
  await page.goto(`${addresses.api}/auth/login-callback?code=abc&state=${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'We could not sign you in' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
})
