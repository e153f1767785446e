import { expect, type Request, test } from '@playwright/test'
import { expectAccessible } from './account-fixtures.ts'
import { acceptTerms, fillSignIn, newAccount, saveFirstProfile, signIn } from './fixtures.ts'
import { type OwnRun, startOwnRun } from './own-run.ts'

const older = '2023-03-30'
const newer = '2024-09-25'

test('legal documents and their pages are loaded only where they are shown', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const ofLegal = () => fetched.filter((path) => /^\/assets\/(legal|\d-tos)/.test(path))
  await page.goto('/sign-in-problem')
  await page.waitForLoadState('networkidle')
  expect(ofLegal()).toEqual([])
  await page.getByRole('link', { name: 'Legal' }).click()
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  expect(ofLegal()).not.toEqual([])
})

test.describe('legal documents and builds in a separate run', { tag: '@long' }, () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  const account = newAccount()
  let run: OwnRun

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    run = await startOwnRun({ TERMS_VERSION: older })
  })
  test.afterAll(() => run?.stop())

  test('newer terms are accepted after a review of the changes since the accepted version', async ({
    page,
  }) => {
    await fetch(`${run.identityProvider}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, emailVerified: true }),
    })
    await page.goto(`${run.portal}/login`)
    await fillSignIn(page, account)
    await expect(page.getByText('Review and accept the terms dated March 30, 2023.')).toBeVisible()
    await acceptTerms(page)
    await saveFirstProfile(page, 'ada')
    await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()

    await run.restart(['api', 'portal'], { TERMS_VERSION: newer })
    await page.goto(`${run.portal}/workspace/new`)
    await expect(page.getByText(/^Our terms have changed/)).toBeVisible()
    const terms = page.getByRole('table', { name: 'Changes to Terms of Service' })
    await expect(terms.getByRole('columnheader')).toHaveText([
      'March 30, 2023, accepted',
      'September 25, 2024, new',
    ])
    const change = terms.getByRole('row').filter({ hasText: 'before a change applies to you' })
    await expect(change.getByRole('deletion')).toHaveText('[removed: 14]')
    await expect(change.getByRole('insertion')).toHaveText('[added: 30]')
    await expectAccessible(page)
    await acceptTerms(page)
    await expect(page.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible()
  })

  test('a newer build shows the refresh notice, and runs after the refresh', async ({ page }) => {
    const scripts = () =>
      page
        .locator('script[type="module"]')
        .evaluateAll((all) => all.map((script) => script.getAttribute('src')))
    const notice = page.getByRole('dialog', { name: 'Please refresh your browser' })
    await page.clock.install()
    await page.goto(`${run.portal}/legal/tos`)
    await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
    await page.clock.runFor(5_000)
    const before = await scripts()
    const hash = await run.serveOtherBuild()
    await page.clock.fastForward(114_000)
    await expect(notice).toBeHidden()
    await page.clock.fastForward(1_500)
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Refresh' }).press('Enter')
    await expect(page.locator('meta[name="build-hash"]')).toHaveAttribute('content', hash)
    await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
    expect(await scripts()).not.toEqual(before)
    await page.clock.fastForward(121_000)
    await expect(notice).toBeHidden()
  })

  test('a page with missing chunks reloads from the newer build when clicked, and shows the refresh notice when preloaded', async ({
    page,
  }) => {
    const pending = new Set<Request>()
    page.on('request', (request) => pending.add(request))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    /** Opens a page and waits until it has fetched what it fetches when idle. */
    async function openAndWait(open: () => Promise<unknown>) {
      const fetched = page.waitForResponse((response) => response.url().includes('/assets/command-palette-'))
      await open()
      await fetched
      await expect.poll(() => pending.size).toBe(0)
    }
    const build = page.locator('meta[name="build-hash"]')
    await openAndWait(() => signIn(page, account, `${run.portal}/workspaces`))
    const openedHash = await build.getAttribute('content')
    await run.serveFirstBuild()
    await page.getByRole('link', { name: 'Create New Workspace' }).click()
    await expect(page.getByRole('heading', { name: 'Create New Workspace' })).toBeVisible()
    await expect(build).not.toHaveAttribute('content', `${openedHash}`)

    await openAndWait(() => page.goto(`${run.portal}/profile`))
    const otherHash = await run.serveOtherBuild()
    const security = page.getByRole('link', { name: 'Security' })
    await security.hover()
    await page.getByRole('dialog').getByRole('button', { name: 'Refresh' }).click()
    await security.click()
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
    await expect(build).toHaveAttribute('content', otherHash)
  })
})
