/** Browsers translate a page by replacing its text nodes. React then holds nodes that are no longer in the document. */
import { expect, type Page, test } from '@playwright/test'
import { makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

test.describe.configure({ timeout: 600_000 })

/**
 * Wraps every text node in `<font>` elements, as the translation of Chrome does, and goes on doing so. A replaced node whose text
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

/** Collects what breaks while the page is translated. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (/NotFoundError|removeChild|insertBefore|error occurred in/.test(message.text()))
      problems.push(message.text())
  })
  return problems
}

const staleTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { staleTexts: string[] }).staleTexts)

/** Buttons that leave the account or the page. The tests of their features press them. */
const leaving = /^(Log out|Sign in again|Go to workspace|Download)/

/** Presses each button of the page's content once, and closes what it opens. */
async function pressEveryButton(page: Page, path: string, problems: string[]): Promise<number> {
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
    await page.waitForLoadState('networkidle')
    expect(problems, `${path}: ${name}`).toEqual([])
    await expect(page.getByText('This page stopped working'), `${path}: ${name}`).toHaveCount(0)
    expect(await staleTexts(page), `${path}: ${name}`).toEqual([])
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

test('no page crashes or keeps an old text when the browser translates it', async ({ page }) => {
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
  const problems = watch(page)
  await page.addInitScript(translatePage)
  let pressed = 0
  for (const path of [
    '/workspaces',
    '/workspace/new',
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
    pressed += await pressEveryButton(page, path, problems)
  expect(pressed).toBeGreaterThan(40)
})

test('an invitation sent from a translated page is reported as sent', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  const problems = watch(page)
  await page.addInitScript(translatePage)
  await page.goto(`/workspace/${id}/members`)
  for (const email of ['carol@example.com', 'dave@example.com']) {
    await page.getByLabel('User Email to Grant Workspace Access').fill(email)
    await page.getByRole('button', { name: 'Add User To Workspace' }).click()
    await expect(page.getByText(`we have notified ${email}`)).toBeVisible()
  }
  expect(problems).toEqual([])
  expect(await staleTexts(page)).toEqual([])
})
