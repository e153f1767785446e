import { expect, test } from '@playwright/test'
import { expectAccessible, ownId, setFailure, signInReady, suspend } from './account-fixtures.ts'
import { acceptTerms, linkIn, makeAccount, readMail, saveFirstProfile, signIn } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })

test('says that sign-in is not possible while the identity provider is down; whoever is in goes on', async ({
  page,
  browser,
}) => {
  await signInReady(page)
  await setFailure('identityProvider', 'down')
  try {
    await page.goto('/profile')
    await page.getByLabel('Github Username').fill('ada')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Updated your profile!')).toBeVisible()

    const context = await browser.newContext()
    const stranger = await context.newPage()
    await stranger.goto('/login')
    // Either the portal says so, or the provider's own page does not open.
    await expect(async () => {
      const isTold = await stranger.getByRole('heading', { name: /could not|cannot/i }).isVisible()
      expect(isTold || stranger.url().startsWith('chrome-error:')).toBe(true)
    }).toPass()
    await context.close()
  } finally {
    await setFailure('identityProvider', 'none')
  }
})

test('tells that the verification could not be asked for, and keeps the way to try again', async ({
  page,
}) => {
  const account = await makeAccount({ emailVerified: false })
  await signIn(page, account)
  await acceptTerms(page)
  await setFailure('identityProvider', 'error')
  try {
    await page.getByRole('button', { name: 'Already verified?' }).click()
    await expect(page.getByRole('alert')).toContainText(/^ERROR: /)
    await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
    await expectAccessible(page)
  } finally {
    await setFailure('identityProvider', 'none')
  }
  await page.getByRole('button', { name: 'Resend Email' }).click()
  await expect(page.getByText('Sent. Please look into your inbox.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden()

  const inbox = await page.context().newPage()
  await inbox.goto(linkIn(await readMail(account.email)))
  await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await inbox.close()
  const integrated = page.waitForResponse(/create-billing-integration$/)
  await page.getByRole('button', { name: 'Not Verified, Try Again' }).click()
  await expect(page.getByText('Please verify your email address')).toBeHidden()
  expect((await integrated).status()).toBe(204)
})

test('lets everything but billing work while billing is down, and says so on the notice', async ({
  page,
  browser,
}) => {
  await setFailure('billing', 'down')
  try {
    const account = await makeAccount()
    await signIn(page, account)
    await acceptTerms(page)
    await saveFirstProfile(page, 'ada')
    await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    await suspend(browser, await ownId(page))
    await page.goto('/workspaces')
    await page.getByRole('link', { name: 'Update payment details' }).click()
    await expect(page).toHaveURL(/\/suspension-notice\?problem=unavailable$/)
    await expect(page.getByText('Billing cannot be reached at the moment')).toBeVisible()
  } finally {
    await setFailure('billing', 'none')
  }
})
