/** Signing in again before irreversible actions. See docs/product/sign-in.md#fresh-sign-in. */
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './account-fixtures.ts'
import { acceptTerms, fillSignIn, newAccount, saveFirstProfile } from './fixtures.ts'
import { type OwnRun, startOwnRun } from './own-run.ts'

/** Long enough to sign in again and press the button, short enough to expire during the journey. */
const freshForSeconds = 30

test.describe('signing in again', { tag: '@long' }, () => {
  test.use({ actionTimeout: 30_000 })
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  const account = newAccount()
  const other = newAccount()
  let run: OwnRun
  let tokensPage = ''

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    run = await startOwnRun({ FRESH_SIGN_IN_AGE: `${freshForSeconds}s` })
    for (const { email, password } of [account, other])
      await fetch(`${run.identityProvider}/api/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, emailVerified: true }),
      })
  })
  test.afterAll(() => run?.stop())

  /** Asks the API with an invalid service account until the sign-in is too old. A fresh one answers 400. */
  async function untilTooOld(page: Page): Promise<void> {
    const [, workspaceId] = /workspace\/([0-9A-Z]{26})/.exec(tokensPage) ?? []
    const ask = async () => {
      const cookies = await page.context().cookies(run.api)
      const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
      const response = await page
        .context()
        .request.post(`${run.api}/workspaces/${workspaceId}/serviceAccounts`, {
          headers: { origin: run.portal, 'x-xsrf-token': decodeURIComponent(token) },
          data: {},
        })
      return response.status()
    }
    await expect.poll(ask, { timeout: 60_000 }).toBe(401)
  }

  async function fillForm(page: Page, name: string): Promise<void> {
    await page.getByLabel('Token Name').fill(name)
    await page.getByLabel('Expiration', { exact: true }).fill('90d')
    await page.getByRole('button', { name: 'Generate API Token' }).click()
  }

  const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: "Confirm it's you" })

  test('keeps the filled-in token form, and creates the token afterwards', async ({ page }) => {
    await page.goto(`${run.portal}/workspace/new`)
    await fillSignIn(page, account)
    await acceptTerms(page)
    await saveFirstProfile(page, 'ada')
    await page.getByLabel('Display Name').fill('Production')
    await page.getByText('Local Dev Instance', { exact: true }).click()
    await page.getByRole('button', { name: 'Create Workspace' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
    await expect(page).toHaveURL(/\/workspace\/[0-9A-Z]{26}$/)
    tokensPage = `${page.url()}/tokens`
    await page.goto(tokensPage)
    await untilTooOld(page)

    await fillForm(page, 'Pipeline')
    await expect(dialogOf(page)).toContainText(`at most ${freshForSeconds} seconds old`)
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'Sign in again' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await fillSignIn(page, account)

    await expect(page).toHaveURL(tokensPage)
    await expect(page.getByLabel('Token Name')).toHaveValue('Pipeline')
    await expect(page.getByLabel('Expiration', { exact: true })).toHaveValue('90d')
    await page.getByRole('button', { name: 'Generate API Token' }).click()
    await expect(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('SI-FRESH-SIGN-IN'))).toBeNull()
  })

  test('refuses another account, and the user goes back to the form', async ({ page }) => {
    await page.goto(tokensPage)
    await fillSignIn(page, account)
    await expect(page).toHaveURL(tokensPage)
    await untilTooOld(page)
    await fillForm(page, 'Deploys')
    await dialogOf(page).getByRole('button', { name: 'Sign in again' }).click()
    await fillSignIn(page, other)
    await expect(page.getByText('You signed in to a different account.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(page).toHaveURL(tokensPage)
    await expect(page.getByLabel('Token Name')).toHaveValue('Deploys')
    await expect(page.getByRole('button', { name: /^Hi Ada/ })).toBeVisible()
  })
})
