import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { setFlags, signInReady } from './account-fixtures.ts'
import { beLikePerson, personUserAgent } from './browser-of-a-person.ts'
import {
  acceptTerms,
  addresses,
  makeAccount,
  makeWorkspaceByCall,
  saveFirstProfile,
  signIn,
  signOut,
} from './fixtures.ts'
import { enterByCalls, ownId } from './portal-calls.ts'

interface SentEvent {
  event: string
  distinct_id: string
  properties: Record<string, unknown>
}

test.use({ userAgent: personUserAgent })

async function eventsOf(...distinctIds: string[]): Promise<SentEvent[]> {
  const response = await fetch(`${addresses.analytics}/api/events`)
  const all = (await response.json()) as SentEvent[]
  return all.filter((sent) => distinctIds.includes(sent.distinct_id))
}

async function viewsOf(distinctId: string): Promise<unknown[]> {
  const sent = await eventsOf(distinctId)
  return sent.filter(({ event }) => event === '$pageview').map(({ properties }) => properties.routeName)
}

const consoleErrors = (page: Page) => {
  const lines: string[] = []
  page.on('console', (message) => {
    // The first auth check returns 401.
    const isExpected = message.text().includes('status of 401')
    if (message.type() === 'error' && !isExpected) lines.push(message.text())
  })
  return lines
}

test('analytics receives page views by route name and the first profile, with only the user id', async ({
  page,
  context,
}) => {
  await beLikePerson(context)
  const errors = consoleErrors(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(addresses.analytics))
      sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const account = await makeAccount()
  await signIn(page, account)
  await acceptTerms(page)
  await saveFirstProfile(page, 'countess')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  const userId = await ownId(page)
  // The library has loaded and sends its queue when the page unloads.
  await expect.poll(() => sent.length, { timeout: 15_000 }).toBeGreaterThan(0)
  await page.goto(`/profile?email=${account.email}`)
  await expect(page.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()

  await expect
    .poll(
      async () =>
        (await eventsOf(userId)).map(({ event, properties }) => `${event} ${properties.routeName ?? ''}`),
      {
        timeout: 20_000,
      },
    )
    .toEqual(expect.arrayContaining(['ap-initial_profile_set ', '$pageview workspaces', '$pageview profile']))
  const sentText = JSON.stringify(await eventsOf(userId))
  expect(sentText).not.toContain(account.email)
  expect(sentText).not.toContain('Lovelace')
  expect(sentText).not.toContain('countess')
  expect(sentText).not.toContain('?email')
  expect(sent.some((line) => /\/s\/|snapshot/.test(line))).toBe(false)
  expect(errors).toEqual([])
})

test('analytics flag enables the admin page for one user, and sign-out resets the user', async ({
  page,
  context,
}) => {
  await beLikePerson(context)
  await signInReady(page)
  const userId = await ownId(page)
  await setFlags({ userId, flags: { ADMIN_PAGE: true } })
  await page.reload()
  const menu = page.getByRole('button', { name: /^Hi / })
  await expect(async () => {
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    const isThere = await page.getByRole('menuitem', { name: 'Admin' }).isVisible()
    await page.keyboard.press('Escape')
    expect(isThere).toBe(true)
  }).toPass()
  const stored = () => page.evaluate(() => Object.values(localStorage).concat(document.cookie).join(' '))
  expect(await stored()).toContain(userId)
  await signOut(page)
  expect(await stored()).not.toContain(userId)
})

/** Returns the visitor id of the analytics library. */
async function visitorOf(context: BrowserContext): Promise<string> {
  const { origins } = await context.storageState()
  const { localStorage = [] } = origins.find(({ origin }) => origin === addresses.portal) ?? {}
  const kept = localStorage.find(({ name }) => /^ph_.*_posthog$/.test(name))?.value
  return (JSON.parse(kept ?? '{}') as { distinct_id: string }).distinct_id
}

test('analytics counts views of pages that unload immediately: sign-in and opening a workspace', {
  tag: '@long',
}, async ({ page, context }) => {
  await beLikePerson(context)
  await page.goto('/login?email=ada@example.com')
  await expect(page.getByLabel('Password')).toBeVisible()
  const visitor = await visitorOf(context)
  await expect.poll(() => viewsOf(visitor)).toEqual(['login'])

  await enterByCalls(page, await makeAccount())
  const userId = await ownId(page)
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Managed By System Initiative' })
  await page.goto(`/workspace/${id}/go?redirect=/changes`)
  await page.waitForURL(`${addresses.managedInstance}/**`)
  await expect.poll(() => viewsOf(userId)).toContain('workspace-go')
  const sentText = JSON.stringify(await eventsOf(visitor, userId))
  expect(sentText).not.toContain('ada@')
  expect(sentText).not.toContain('redirect=')
})
