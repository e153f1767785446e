import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { isSample } from '../../../tools/e2e/journey-sample.ts'
import { expectAccessible, type Service, setFailure, suspend } from './account-fixtures.ts'
import { beLikePerson, personUserAgent } from './browser-of-a-person.ts'
import {
  acceptTerms,
  addresses,
  linkIn,
  makeAccount,
  newAccount,
  readMail,
  saveFirstProfile,
  signIn,
  toast,
} from './fixtures.ts'
import { callApi, enterByCalls, ownId } from './portal-calls.ts'

// Serial, because a failing service affects all tests.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

/** Shorter than the API's timeout for a service, so a request that waits for the service exceeds it. */
const atFullSpeed = expect.configure({ timeout: 4_500 })
/** Longer than the API's timeout for a service. */
const withoutHanging = expect.configure({ timeout: 9_000 })

/** A service that is down fails immediately, so a slow one tests more. */
const downOrSlow: ('down' | 'slow')[] = isSample ? ['slow'] : ['down', 'slow']

const services = ['identityProvider', 'billing', 'analytics'] as const satisfies Service[]

type Signed = BrowserContextOptions['storageState']
let ready: Signed
let unverified: Signed
let suspended: Signed
let leaving: Record<'down' | 'slow', Signed>

test.beforeAll(async ({ browser }) => {
  async function make(emailVerified: boolean, isSuspended = false): Promise<Signed> {
    const page = await browser.newPage()
    await enterByCalls(page, await makeAccount({ emailVerified }))
    if (isSuspended) await suspend(browser, await ownId(page))
    const state = await page.context().storageState()
    await page.close()
    return state
  }
  ready = await make(true)
  unverified = await make(false)
  suspended = await make(true, true)
  leaving = { down: await make(true), slow: await make(true) }
})

test.afterEach(async ({ browser }) => {
  await Promise.all(services.map((service) => setFailure(service, 'none')))
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** Creates a workspace, invites a member, generates a token and saves the profile, each step at full speed. */
async function work(page: Page) {
  await page.goto('/workspaces')
  await atFullSpeed(page.getByRole('link', { name: 'Create New Workspace' })).toBeVisible()
  await page.getByRole('link', { name: 'Create New Workspace' }).click()
  await page.getByLabel('Display Name').fill('Working')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await atFullSpeed(page.getByRole('heading', { level: 1, name: 'Working' })).toBeVisible()
  const { email } = newAccount()
  const [lastName = ''] = email.split('@')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByLabel('User Email to Grant Workspace Access').fill(email)
  await page.getByRole('button', { name: 'Add User To Workspace' }).click()
  await atFullSpeed(page.getByText(`we have notified ${email}`)).toBeVisible()
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByLabel('Token Name').fill('Deploys')
  await page.getByLabel('Expiration', { exact: true }).fill('1d')
  await page.getByRole('button', { name: 'Generate API Token' }).click()
  await atFullSpeed(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible()
  await page.goto('/profile')
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByRole('button', { name: 'Save' }).click()
  await atFullSpeed(toast(page, 'Updated your profile!')).toBeVisible()
}

test.describe('without the analytics service', () => {
  for (const mode of isSample ? (['slow'] as const) : (['down', 'slow', 'error'] as const)) {
    test(`portal works at full speed with default flags while analytics is ${mode}`, async ({ browser }) => {
      const context = await browser.newContext({ storageState: ready, userAgent: personUserAgent })
      await beLikePerson(context)
      const page = await context.newPage()
      await setFailure('analytics', mode)
      await work(page)
      await page.getByRole('button', { name: /^Hi / }).click()
      await atFullSpeed(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeHidden()
    })
  }
})

test.describe('without billing', () => {
  for (const mode of downOrSlow) {
    test(`everything else works at full speed while billing is ${mode}`, async ({ browser, page }) => {
      await setFailure('billing', mode)
      const other = await browser.newContext({ storageState: ready })
      await work(await other.newPage())

      // The first profile, which creates the billing integration, works too.
      await signIn(page, await makeAccount())
      await acceptTerms(page)
      await saveFirstProfile(page, 'ada')
      await atFullSpeed(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
      await atFullSpeed(page.getByRole('region', { name: 'Your subscription' })).toBeVisible()
    })

    test(`suspension notice shows an error to a user who wants to pay while billing is ${mode}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ storageState: suspended })
      const page = await context.newPage()
      await setFailure('billing', mode)
      await page.goto('/workspaces')
      await atFullSpeed(page.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
      await page.getByRole('link', { name: 'Update payment details' }).click({ noWaitAfter: true })
      await withoutHanging(page).toHaveURL(/\/suspension-notice\?problem=unavailable$/)
      await expect(page.getByText('Billing is temporarily unavailable')).toBeVisible()
    })
  }
})

test.describe('without the identity provider', () => {
  /** The API caches the provider as available for five seconds, so no user signs in before the last of these tests. */
  async function untilNoticed(page: Page) {
    await expect
      .poll(
        async () => {
          const start = await page.request.get(`${addresses.api}/auth/login`, { maxRedirects: 0 })
          return start.headers().location
        },
        { timeout: 45_000, intervals: [1_000] },
      )
      .toBe(`${addresses.portal}/sign-in-problem?reason=unavailable`)
  }

  for (const mode of downOrSlow) {
    test(`signed-in user works at full speed while the identity provider is ${mode}`, async ({ browser }) => {
      const context = await browser.newContext({ storageState: ready })
      await setFailure('identityProvider', mode)
      await work(await context.newPage())
    })

    test(`sign-out ends the session while the identity provider is ${mode}`, async ({ browser }) => {
      const storageState = leaving[mode]
      const page = await (await browser.newContext({ storageState })).newPage()
      const elsewhere = await (await browser.newContext({ storageState })).newPage()
      await page.goto('/profile')
      await setFailure('identityProvider', mode)
      await untilNoticed(elsewhere)
      await page.getByRole('button', { name: /^Hi / }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await withoutHanging(
        page.getByRole('heading', { name: 'You have successfully logged out' }),
      ).toBeVisible()
      expect((await callApi(elsewhere, { method: 'GET', path: '/whoami' })).status).toBe(401)
    })

    test(`sign-in shows the portal’s error page while the identity provider is ${mode}`, async ({ page }) => {
      await setFailure('identityProvider', mode)
      await untilNoticed(page)
      await page.goto('/login')
      await withoutHanging(page).toHaveURL(/\/sign-in-problem\?reason=unavailable$/)
      await expect(page.getByRole('heading', { name: 'We could not sign you in' })).toBeVisible()
      await expect(page.getByText('The sign-in service is temporarily unavailable.')).toBeVisible()
    })
  }

  for (const mode of isSample ? (['error'] as const) : (['slow', 'error'] as const)) {
    test(`verification shows an error and can be retried while the identity provider is ${mode}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ storageState: unverified })
      const page = await context.newPage()
      await page.goto('/profile')
      await setFailure('identityProvider', mode)
      await page.getByRole('button', { name: 'Already verified?' }).click()
      await withoutHanging(page.getByRole('alert')).toContainText(/^ERROR: /)
      await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('error page links to sign-in once the identity provider is back', async ({ page }) => {
    await page.goto('/sign-in-problem?reason=unavailable')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  })

  test('verification succeeds once the identity provider is back, and creates the billing integration', async ({
    browser,
    page,
  }) => {
    const account = await makeAccount({ emailVerified: false })
    await enterByCalls(page, account)
    await page.goto('/profile')
    await setFailure('identityProvider', 'error')
    await page.getByRole('button', { name: 'Already verified?' }).click()
    await expect(page.getByRole('alert')).toContainText(/^ERROR: /)
    await setFailure('identityProvider', 'none')
    await page.getByRole('button', { name: 'Resend Email' }).click()
    await expect(page.getByText(`We sent another email to ${account.email}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden()

    const inbox = await browser.newPage()
    await inbox.goto(linkIn(await readMail(account.email)))
    await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
    const integrated = page.waitForResponse(/create-billing-integration$/)
    await page.getByRole('button', { name: /^(Already verified\?|Not Verified, Try Again)$/ }).click()
    await expect(page.getByText('Please verify your email address')).toBeHidden()
    expect((await integrated).status()).toBe(204)
  })
})
