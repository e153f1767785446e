import { expect, type Page, test } from '@playwright/test'
import {
  acceptTerms,
  linkIn,
  makeAccount,
  newAccount,
  readMail,
  saveFirstProfile,
  signIn,
  toast,
} from './fixtures.ts'

const inboxHeading = { name: 'Check your inbox' }
const reason = 'Verify your email address first.'

async function expectDisabledNavigation(page: Page) {
  for (const name of ['Workspaces', 'Billing']) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
    await expect(link).toHaveAttribute('aria-disabled', 'true')
    await expect(link).toHaveAccessibleDescription(reason)
    await link.hover()
    await expect(page.getByRole('tooltip')).toHaveText(reason)
    await page.getByRole('heading', inboxHeading).hover()
    await expect(page.getByRole('tooltip')).toBeHidden()
    await link.click({ force: true })
    await expect(page.getByRole('heading', inboxHeading)).toBeVisible()
  }
  await page.getByRole('link', { name: 'System Initiative' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Workspaces' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText(reason)
}

test('a new user verifies in a second tab, and both tabs continue to the page they asked for', async ({
  page,
}) => {
  const account = newAccount()
  await page.goto('/workspace/new')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')

  await expect(page.getByRole('heading', inboxHeading)).toBeFocused()
  await expect(page.getByRole('main')).toContainText(account.email)
  await expectDisabledNavigation(page)
  await page.reload()
  await expect(page.getByRole('heading', inboxHeading)).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { name: 'Update Your Profile' })).toBeFocused()
  await expect(page.getByLabel('Nickname')).toHaveValue('ada')
  await page.goBack()
  await expect(page.getByRole('heading', inboxHeading)).toBeVisible()

  const second = await page.context().newPage()
  await second.goto(linkIn(await readMail(account.email)))
  await second.getByRole('link', { name: 'Back to the portal' }).click()
  await expect(toast(second, 'Your email address is verified.')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible()
  await expect(second.getByRole('link', { name: 'Billing' })).toHaveAttribute('href', '/billing')

  await expect(page.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible({ timeout: 20_000 })
  await expect(toast(page, 'Your email address is verified.')).toBeVisible()
})

test('a user who verified on another device presses "Already verified?"', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const account = await makeAccount({ emailVerified: false })
  await signIn(page, account)
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')
  await expect(page.getByRole('heading', inboxHeading)).toBeVisible()
  await page.getByRole('button', { name: 'Already verified?' }).click()
  await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
  await page.getByRole('button', { name: 'Resend Email' }).click()
  await expect(page.getByText(`We sent another email to ${account.email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden()

  const device = await (await browser.newContext()).newPage()
  await device.goto(linkIn(await readMail(account.email)))
  await device.getByRole('link', { name: 'Back to the portal' }).click()
  // The other browser has no session.
  await expect(device.getByLabel('Password')).toBeVisible()
  await device.context().close()

  await page.getByRole('button', { name: /^(Already verified\?|Not Verified, Try Again)$/ }).click()
  await expect(toast(page, 'Your email address is verified.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
})

test('a used verification link explains what to do while the email is unverified', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, await makeAccount({ emailVerified: false }))
  await acceptTerms(page)
  await saveFirstProfile(page, 'ada')
  await expect(page.getByRole('heading', inboxHeading)).toBeVisible()
  await page.goto('/login-success?verification=done&success=false&message=This+URL+can+be+used+only+once')
  await expect(page.getByRole('heading', { name: 'Your email address is not verified yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to profile' }).click()
  await expect(page.getByRole('heading', inboxHeading)).toBeVisible()
})
