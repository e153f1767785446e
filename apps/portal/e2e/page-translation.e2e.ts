/** Browsers translate a page by replacing its text nodes. React then holds nodes that are no longer in the document. */
import { expect, type Page, type Request, test } from '@playwright/test'
import { enterAsStaff, openAdmin, signInNewUser } from './admin-fixtures.ts'
import { addresses, confirmTwice, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { acceptByCalls, callApi, enterByCalls, inviteByCall } from './portal-calls.ts'

// A failure names the button that is missing, instead of the whole test.
test.use({ actionTimeout: 15_000 })

/**
 * Wraps every text node in `<font>` elements, as Chrome's translation does, including nodes that are added later. A replaced node whose text
 * React changes later is recorded, because the user keeps seeing the old text.
 */
function translatePage(): void {
  const stale: string[] = []
  Object.assign(window, { staleTexts: stale })
  const watcher = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (!target.isConnected) stale.push(`${oldValue} → ${target.nodeValue}`)
  })
  const skipped = 'script, style, noscript, textarea, title, svg, font, [translate=no]'
  const wrap = (node: Node) => {
    if (!node.nodeValue?.trim() || node.parentElement?.closest(skipped)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = node.nodeValue
    node.parentNode?.replaceChild(outer, node)
    watcher.observe(node, { characterData: true, characterDataOldValue: true })
  }
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of root.nodeType === Node.TEXT_NODE ? [root] : nodes) wrap(node)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === 'characterData' && target.isConnected) wrap(target)
      for (const node of addedNodes) if (node.isConnected) wrapAll(node)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

interface Watch {
  /** What broke while the page was translated. */
  problems: string[]
  pending: Set<Request>
}

function watch(page: Page): Watch {
  const problems: string[] = []
  const pending = new Set<Request>()
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (/NotFoundError|removeChild|insertBefore|error occurred in/.test(message.text()))
      problems.push(message.text())
  })
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return { problems, pending }
}

const staleTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { staleTexts: string[] }).staleTexts)

/** Waits for the answers to a step, and expects that the page still shows what it should. */
async function expectIntact(page: Page, { problems, pending }: Watch, step: string): Promise<void> {
  await expect.poll(() => pending.size).toBe(0)
  expect(problems, step).toEqual([])
  await expect(page.getByText('This page stopped working'), step).toHaveCount(0)
  expect(await staleTexts(page), step).toEqual([])
}

/** Presses buttons and other controls one after the other. */
async function pressInTurn(page: Page, watched: Watch, names: readonly RegExp[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name })
    const control = button.or(page.getByRole('menuitem', { name })).or(page.getByRole('tab', { name }))
    await control.last().click()
    await expectIntact(page, watched, String(name))
  }
}

/** Buttons that leave the account or the page. The tests of their features press them. */
const leaving = /^(Log out|Sign in again|Go to workspace|Download)/

/** Presses each button of the page's content once, and closes what it opens. */
async function pressEveryButton(page: Page, path: string, watched: Watch): Promise<number> {
  await page.goto(path)
  const buttons = page.locator('main button:visible:not([disabled]):not([aria-disabled=true])')
  await expect(page.locator('main h1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const count = await buttons.count()
  for (let at = 0; at < count; at += 1) {
    const button = buttons.nth(at)
    const name = (await button.isVisible()) ? ((await button.textContent()) ?? '').trim() : undefined
    if (name === undefined || leaving.test(name)) continue
    await button.click({ timeout: 3_000 }).catch(() => {})
    await expectIntact(page, watched, `${path}: ${name}`)
    await page.keyboard.press('Escape')
    const isElsewhere = new URL(page.url()).pathname !== path
    if (isElsewhere || (await page.getByRole('dialog').count()) > 0) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
  }
  return count
}

test('no page crashes or keeps an old text when the browser translates it', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(600_000)
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  await makeWorkspaceByCall(page, { name: 'Staging', type: 'Local Dev Instance' })
  for (const name of ['deploy', 'release'])
    await callApi(page, {
      method: 'POST',
      path: `/workspaces/${id}/authTokens`,
      body: { name, expiration: '1d' },
    })
  await callApi(page, { method: 'POST', path: `/workspaces/${id}/serviceAccounts`, body: { name: 'CI' } })
  const watched = watch(page)
  await page.addInitScript(translatePage)
  let pressed = 0
  for (const path of [
    '/workspaces',
    '/workspace/new',
    `/workspace/${id}/overview`,
    `/workspace/${id}`,
    `/workspace/${id}/members`,
    `/workspace/${id}/tokens`,
    `/workspace/${id}/service-accounts`,
    `/workspace/${id}/access-review`,
    `/workspace/${id}/activity`,
    `/workspace/${id}/danger`,
    '/profile',
    '/profile/security',
    '/profile/tokens',
    '/profile/data',
    '/billing',
    '/legal',
  ])
    pressed += await pressEveryButton(page, path, watched)
  expect(pressed).toBeGreaterThan(40)
})

test('an invitation sent from a translated page is reported as sent', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const watched = watch(page)
  await page.addInitScript(translatePage)
  await page.goto(`/workspace/${id}/members`)
  for (const email of ['carol@example.com', 'dave@example.com']) {
    await page.getByLabel('User Email to Grant Workspace Access').fill(email)
    await page.getByRole('button', { name: 'Add User To Workspace' }).click()
    await expect(page.getByText(`we have notified ${email}`)).toBeVisible()
  }
  await expectIntact(page, watched, 'the second invitation')
})

test('dialogs of a translated workspace work', { tag: '@long' }, async ({ page, browser }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const { body } = await callApi(page, {
    method: 'POST',
    path: `/workspaces/${id}/serviceAccounts`,
    body: { name: 'CI' },
  })
  const member = await signInNewUser(browser)
  await inviteByCall(page, id, member.email)
  await acceptByCalls(member.page)
  const watched = watch(page)
  const press = (...names: RegExp[]) => pressInTurn(page, watched, names)
  await page.addInitScript(translatePage)

  await page.goto(`/workspace/${id}/members`)
  await press(/^Invite several people/)
  await page.getByLabel('Email addresses').fill('carol@example.com, dave@example.com, nobody')
  await press(/^Send/, /^Close/)
  await press(/^Remove e2e-/, /^Remove User/)
  await expect(page.getByRole('grid', { name: 'Members' }).getByText(member.email)).toHaveCount(0)

  await page.goto(`/workspace/${id}/tokens`)
  await page.getByLabel('Token Name').fill('deploy')
  await page.getByLabel('Expiration', { exact: true }).fill('90d')
  await press(/^Generate API Token/, /^Copy token/, /^Done/)
  await press(/^Actions for deploy/, /^Rotate$/, /^Rotate token/, /^Done/, /^Close anyway/)

  const { serviceAccount } = body as { serviceAccount: { id: string } }
  await page.goto(`/workspace/${id}/service-accounts/${serviceAccount.id}/trust-rules`)
  await press(/^Learn from a run/)
  await page.getByRole('textbox', { name: 'Name' }).fill('main')
  await press(/^Start learning/, /^Create trust rule/, /^GitLab/, /^GitHub/, /^Create rule/, /^Cancel/)
  await press(/^Kubernetes/)
  await confirmTwice(page.getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByText('No trust rules')).toBeVisible()

  await page.goto(`/workspace/${id}/danger`)
  await press(/^Delete Workspace/)
  await page.getByLabel('Type the name of the workspace to delete it').fill('Production')
  await press(/^Delete Workspace/)
  await expect(page.getByRole('heading', { level: 1, name: 'Create A Workspace' })).toBeVisible()
})

test('a translated device page approves a command line', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const watched = watch(page)
  await page.addInitScript(translatePage)
  const started = await fetch(`${addresses.api}/oauth/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'portal-cli' }),
  })
  const { user_code } = (await started.json()) as { user_code: string }
  await page.goto('/device')
  for (const code of ['BCD', 'BBBB-BBBB', user_code]) {
    await page.getByLabel('Code').fill(code)
    await pressInTurn(page, watched, [/^Continue/])
    if (code === 'BBBB-BBBB') await pressInTurn(page, watched, [/^Enter another code/])
  }
  await pressInTurn(page, watched, [/^Approve/])
  await expect(page.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()
})

test('translated staff pages pause an account and a workspace', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const ada = await signInNewUser(browser)
  const id = await makeWorkspaceByCall(ada.page, { name: 'Payments', type: 'Local Dev Instance' })
  await enterAsStaff(page)
  const watched = watch(page)
  const press = (...names: RegExp[]) => pressInTurn(page, watched, names)
  await page.addInitScript(translatePage)
  await openAdmin(page)
  await page.getByLabel('Search people, workspaces and tokens').fill(ada.email)
  await press(/^Search$/, /^This week/, /^Show the numbers/, /^Last week/)
  await page.goto(`/workspace-admin/people/${ada.id}`)
  await press(
    /^Suspend user/,
    /^Cancel/,
    /^Suspend user/,
    /^Suspend user/,
    /^Unsuspend user/,
    /^Unsuspend user/,
  )
  await press(/^Quarantine account/, /^Quarantine account/, /^Unquarantine account/, /^Unquarantine account/)
  await press(/^End sessions/, /^End sessions/)
  await page.goto(`/workspace-admin/workspaces/${id}`)
  await press(/^Quarantine workspace/, /^Quarantine workspace/)
  await expect(page.getByRole('button', { name: 'Unquarantine workspace' })).toBeVisible()
})
