import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, overlay, pause } from './account-fixtures.ts'
import {
  addresses,
  linkIn,
  makeAccount,
  makeWorkspaceByCall,
  newAccount,
  readMail,
  saveFirstProfile,
} from './fixtures.ts'
import { acceptByCalls, callApi, enterByCalls, inviteByCall, ownId, signInByCalls } from './portal-calls.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Checks a dialog and closes it. */
async function lookAtDialog(page: Page, dialog: Locator) {
  await expect(dialog).toBeVisible()
  await expectAccessible(page, overlay)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

// Axe is slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** Opens a path and checks the page with the given heading. */
async function look(page: Page, path: string, title: string | RegExp) {
  await page.goto(path)
  await expect(heading(page, title)).toBeVisible()
  await expectAccessible(page)
}

test('public pages have no accessibility violations', { tag: '@long' }, async ({ page }) => {
  // These pages redirect unless the redirect is blocked.
  const provider = /\/auth\/log(in|out)(\?|$)/
  const website = `${addresses.mail}/`
  for (const target of [provider, website])
    await page.route(target, (route) => route.fulfill({ status: 204 }))
  for (const [path, title, target] of [
    ['/login', 'Welcome to System Initiative', provider],
    ['/signup', 'Welcome to System Initiative', provider],
    ['/logout', 'Logging you out...', provider],
    ['/logout-success', 'You have successfully logged out', website],
  ] as const) {
    const hasLed = page.waitForResponse(target)
    await look(page, path, title)
    // A pending redirect would abort the next navigation.
    await hasLed
  }
  await look(page, '/sign-in-problem?reason=expired', 'We could not sign you in')
  await look(page, '/account-deleted', 'Deleted accounts')
  await look(page, '/is-it-yours', 'This question has expired')
  await look(page, '/nowhere', '404 not found :(')
  await look(page, '/legal/privacy', 'Legal')
  await look(page, '/print-legal/2024-09-25/tos', 'Terms of Service')
})

test('first-run pages have no accessibility violations', { tag: '@long' }, async ({ page }) => {
  await signInByCalls(page, await makeAccount({ emailVerified: false }))
  await look(page, '/review-legal', 'Review Legal')
  const tosVersionId = '2024-09-25'
  await callApi(page, { method: 'POST', path: '/tos-agreement', body: { tosVersionId } })
  await look(page, '/profile', 'Welcome To System Initiative')
  await expect(page.getByText('Please verify your email address')).toBeVisible()
  await saveFirstProfile(page, 'ada')
  // Opening a page before the answer would cancel the save.
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  await look(page, '/profile', 'Check your inbox')
  await look(page, '/login-success?verification=done', 'Your email address is not verified yet')
})

test('account pages and their menus have no accessibility violations', { tag: '@long' }, async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  await look(page, '/profile', 'Update Your Profile')
  await look(page, '/profile/tokens', 'My tokens')
  await look(page, '/profile/staff-access', 'Staff access')
  await page.goto('/profile/security')
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ways to sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Hi / }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectAccessible(page, overlay)
  await page.keyboard.press('Escape')
  await look(page, '/profile/data', 'My data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, overlay)
})

test('notices of paused accounts have no accessibility violations', { tag: '@long' }, async ({ browser }) => {
  for (const [how, path, title] of [
    ['quarantine', '/quarantine-notice', 'Account Quarantined'],
    ['suspend', '/suspension-notice', 'Account Paused'],
  ] as const) {
    const page = await newPage(browser)
    await enterByCalls(page, await makeAccount())
    await pause(browser, await ownId(page), how)
    await look(page, path, title)
  }
})

test('workspaces page has no accessibility violations', { tag: '@long' }, async ({ page, browser }) => {
  const owner = await newPage(browser)
  await enterByCalls(owner, await makeAccount())
  const account = await makeAccount()
  await enterByCalls(page, account)
  await look(page, '/workspaces', 'Create A Workspace')
  await inviteByCall(
    owner,
    await makeWorkspaceByCall(owner, { name: 'Invited', type: 'Local Dev Instance' }),
    account.email,
  )
  const gone = await makeWorkspaceByCall(page, { name: 'Gone', type: 'Local Dev Instance' })
  await callApi(page, { method: 'DELETE', path: `/workspaces/${gone}` })
  await makeWorkspaceByCall(page, { name: 'Here', type: 'Managed By System Initiative' })
  await page.goto('/workspaces')
  await expect(page.getByRole('region', { name: 'Invitations' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Settings of Here' }).click()
  await expect(page.getByRole('menuitem', { name: 'API Tokens' })).toBeVisible()
  await expectAccessible(page, overlay)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Recently deleted/ }).click()
  await expect(page.getByRole('button', { name: 'Restore Gone' })).toBeVisible()
  await expectAccessible(page, overlay)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Workspaces' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expectAccessible(page)
})

test('workspace pages and their dialogs have no accessibility violations', async ({ page, browser }) => {
  await enterByCalls(page, await makeAccount())
  await look(page, '/workspace/new', 'Create New Workspace')
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const member = await newPage(browser)
  const { email } = await makeAccount().then(async (account) => {
    await inviteByCall(page, id, account.email)
    await enterByCalls(member, account)
    await acceptByCalls(member)
    return account
  })
  const invited = newAccount().email
  await inviteByCall(page, id, invited)
  await look(page, `/workspace/${id}/overview`, 'Production > Overview')
  await look(page, `/workspace/${id}`, 'Production')
  await look(page, `/workspace/${id}/activity`, 'Production > Activity')
  await page.goto(`/workspace/${id}/members`)
  const members = page.getByRole('grid', { name: 'Members' })
  await expect(members.getByRole('row').filter({ hasText: invited })).toBeVisible()
  await expectAccessible(page)

  const more = (who: string) => page.getByRole('button', { name: `More actions for ${who}` })
  const item = (name: string) => page.getByRole('menuitem', { name })
  const looksFine = (dialog: Locator) => lookAtDialog(page, dialog)
  await members
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: /Role of/ })
    .click()
  await looksFine(page.getByRole('listbox'))
  await more(email).click()
  await item('Offer ownership').click()
  await looksFine(page.getByRole('dialog', { name: /^Offer ownership to/ }))
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await looksFine(page.getByRole('alertdialog'))
  await more(invited).click()
  await item('Get a link').click()
  const link = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Copy link' }) })
  await looksFine(link)
  await page.getByRole('button', { name: `Withdraw the invitation to ${invited}` }).click()
  await looksFine(page.getByRole('alertdialog'))
  await look(page, `/workspace/${id}/danger`, 'Production > Danger zone')
  await page.getByRole('button', { name: 'Delete Workspace' }).click()
  await looksFine(page.getByRole('alertdialog'))

  await look(member, `/workspace/${id}/overview`, 'Production > Overview')
  await look(member, `/workspace/${id}`, 'Production')
  await look(member, `/workspace/${id}/danger`, 'Production > Danger zone')
  await look(member, `/workspace/${id}/members`, 'Production > Members')
  await member.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(member.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(member, overlay)
})

test('access review, service accounts and trust rules have no accessibility violations', {
  tag: '@long',
}, async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const path = `/workspaces/${id}/serviceAccounts`
  const { body } = await callApi(page, { method: 'POST', path, body: { name: 'deploy-bot' } })
  const { serviceAccount } = body as { serviceAccount: { id: string } }
  const accounts = `/workspace/${id}/service-accounts`
  for (const [address, content] of [
    [`/workspace/${id}/access-review`, page.getByRole('grid', { name: 'Access review' })],
    [accounts, page.getByRole('grid', { name: 'Service accounts' })],
    [`/workspace/${id}/connect`, page.getByText('GitHub Actions', { exact: true })],
    [`${accounts}/${serviceAccount.id}/trust-rules`, page.getByRole('heading', { name: /Trust rules$/ })],
  ] as const) {
    await page.goto(address)
    await expect(content.first()).toBeVisible()
    await expectAccessible(page)
  }
  for (const name of ['Learn from a run', 'Create trust rule']) {
    await page.getByRole('button', { name }).first().click()
    await lookAtDialog(page, page.getByRole('dialog', { name }))
  }
})

test('dialogs that list what ends with a member have no accessibility violations', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const account = await makeAccount()
  const body = { email: account.email, role: 'APPROVER' }
  await callApi(page, { method: 'POST', path: `/workspace/${id}/members`, body })
  const member = await newPage(browser)
  await enterByCalls(member, account)
  await acceptByCalls(member)
  await inviteByCall(member, id, newAccount().email)
  const token = { name: 'deploy', expiration: '1d' }
  await callApi(member, { method: 'POST', path: `/workspaces/${id}/authTokens`, body: token })

  await page.goto(`/workspace/${id}/members`)
  await page.getByRole('button', { name: `Remove ${account.email}` }).click()
  await expect(page.getByRole('checkbox', { name: 'Keep these invitations open' })).toBeVisible()
  await lookAtDialog(page, page.getByRole('alertdialog'))
  await member.goto(`/workspace/${id}/members`)
  await member.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(member.getByRole('alertdialog').getByText('deploy')).toBeVisible()
  await lookAtDialog(member, member.getByRole('alertdialog'))
  await member.goto('/profile/data')
  await member.getByRole('button', { name: 'Delete my account' }).click()
  await expect(member.getByRole('alertdialog').getByText('deploy')).toBeVisible()
  await lookAtDialog(member, member.getByRole('alertdialog'))
})

test('device page has no accessibility violations in any state', { tag: '@long' }, async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  for (const [answer, title] of [
    ['Deny', 'Sign-in denied'],
    ['Approve', 'The command line is signed in'],
  ] as const) {
    const started = await fetch(`${addresses.api}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'portal-cli' }),
    })
    await look(page, '/device', 'Connect the command line')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectAccessible(page)
    await page.getByLabel('Code').fill(((await started.json()) as { user_code: string }).user_code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(page, 'Sign in to the Portal CLI?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: answer }).click()
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
  }
  await look(page, '/device?user_code=BBBB-BBBB', "This code doesn't work")
  await look(page, '/device?cli_redir=80', 'This link is incomplete')
})

test('API tokens page and its dialogs have no accessibility violations', { tag: '@long' }, async ({
  page,
}) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  await look(page, `/workspace/${id}/tokens`, 'Production > API Tokens')
  await page.getByLabel('Token Name').fill('Seen')
  await page.getByLabel('Expiration', { exact: true }).fill('90d')
  await page.getByRole('button', { name: 'Generate API Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token Generated' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, overlay)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Close anyway' })).toBeVisible()
  await expectAccessible(page, overlay)
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Rename Seen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, overlay)
  await page.keyboard.press('Escape')
  for (const [action, name] of [
    ['Rotate', /^Rotate “Seen”/],
    ['Move to a service account', /^Move “Seen”/],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for Seen' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await lookAtDialog(page, page.getByRole('dialog', { name }))
  }
  const { body } = await callApi(page, { method: 'GET', path: `/workspaces/${id}/authTokens` })
  const [token] = (body as { authTokens: { id: string }[] }).authTokens
  await callApi(page, { method: 'POST', path: `/workspaces/${id}/authTokens/${token?.id}/rotate`, body: {} })
  await page.reload()
  await page.getByRole('button', { name: 'New secret unused' }).click()
  await lookAtDialog(page, page.getByRole('dialog', { name: 'Rotation of “Seen”' }))
  await callApi(page, { method: 'POST', path: `/workspaces/${id}/authTokens/${token?.id}/revoke` })
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Inactive Tokens' }).getByText('Seen')).toBeVisible()
  await expectAccessible(page)
})

test('pages between an invitation and the instance have no accessibility violations', {
  tag: '@long',
}, async ({ page, browser }) => {
  const owner = await newPage(browser)
  await enterByCalls(owner, await makeAccount())
  const url = 'https://infra.example.com'
  const id = await makeWorkspaceByCall(owner, { name: 'Production', type: 'Remote URL', url })
  const account = await makeAccount()
  await inviteByCall(owner, id, account.email)
  await enterByCalls(page, account)
  await look(page, linkIn(await readMail(account.email)), 'Join Production')
  await look(owner, linkIn(await readMail(account.email)), 'This invitation is for another account')
  await acceptByCalls(page)
  await look(page, `/workspace/${id}/confirm`, 'Open Production?')
  await look(page, '/not-a-member', 'You are not a member of this workspace')
})
