import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signInReady } from '../account-fixtures.ts'
import { enterAsStaff, openAdmin, sectionOf } from '../admin-fixtures.ts'
import { beLikePerson, personUserAgent } from '../browser-of-a-person.ts'
import { addresses, makeAccount, makeWorkspaceByCall } from '../fixtures.ts'
import { acceptByCalls, enterByCalls, inviteByCall, ownId } from '../portal-calls.ts'

test.use({ userAgent: personUserAgent })

const refusal = {
  status: 503,
  headers: {
    'access-control-allow-origin': addresses.portal,
    'access-control-allow-credentials': 'true',
  },
  json: {
    error: { type: 'DatabaseUnavailable', message: 'The database is unavailable.', requestId: '01JE2E' },
  },
}

const whoami = `${addresses.api}/whoami`

test('failed auth check keeps public pages usable and offers a retry on all others', async ({ page }) => {
  await signInReady(page)
  await page.route(whoami, (route) => route.fulfill(refusal))
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.type() === 'error' && message.text().startsWith('account.whoami failed'),
  })
  await page.goto('/legal')
  await expect(page.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible()
  await logged
  await page.goto('/print-legal/2024-09-25/tos')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: '404 not found :(' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByText("We couldn't check whether you're signed in.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Click here to log in' })).toBeVisible()
  await expect(page).toHaveURL(`${addresses.portal}/login`)

  await page.goto('/profile')
  await expect(page.getByRole('alert')).toContainText('The database is unavailable.')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Legal' })).toBeVisible()
  await page.unroute(whoami)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()
})

test('theme can be reset to the system theme, signed out and signed in', async ({ page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const stored = () => page.evaluate(() => localStorage.getItem('SI-THEME'))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/nowhere')
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect([await theme(), await stored()]).toEqual(['dark', 'dark'])
  await page.reload()
  expect(await theme()).toBe('dark')
  const back = page.getByRole('button', { name: 'Use the system theme' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeFocused()
  await expect(back).toBeHidden()
  expect([await theme(), await stored()]).toEqual(['light', null])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')

  await signInReady(page)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  expect([await theme(), await stored()]).toEqual(['light', 'light'])
  await page.getByRole('button', { name: /^Hi / }).click()
  await page.getByRole('menuitem', { name: 'Use the system theme' }).click()
  await expect.poll(theme).toBe('dark')
  expect(await stored()).toBeNull()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
})

test('a go URL without a workspace id redirects to workspaces', async ({ page }) => {
  await signInReady(page)
  await page.goto('/workspace//go')
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  await expect(page).toHaveURL(`${addresses.portal}/workspaces`)
})

test('missing session of a visitor is logged as a warning', async ({ page }) => {
  const logged = page.waitForEvent('console', {
    predicate: (message) =>
      message.type() === 'warning' && message.text().startsWith('account.whoami failed'),
  })
  await page.goto('/nowhere')
  expect((await logged).text()).toContain('NotSignedIn')
})

test('Admin page shows a field error only on blur', async ({ page }) => {
  await enterAsStaff(page)
  await openAdmin(page)
  const section = sectionOf(page, 'Manage account quarantine')
  const tooLong = section.getByText('Your input cannot be more than 26 characters long.')
  await section.getByLabel('User id').fill('x'.repeat(27))
  await expect(section.getByRole('button', { name: 'Quarantine account', exact: true })).toBeDisabled()
  await expect(tooLong).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(tooLong).toBeVisible()
})

interface SentEvent {
  event: string
  distinct_id: string
  properties: Record<string, unknown>
}

async function viewsOf(distinctId: string): Promise<unknown[]> {
  const response = await fetch(`${addresses.analytics}/api/events?event=$pageview`)
  const all = (await response.json()) as SentEvent[]
  return all.filter((sent) => sent.distinct_id === distinctId).map(({ properties }) => properties.routeName)
}

/** Returns the visitor id of the analytics library. */
async function visitorOf(context: BrowserContext): Promise<string> {
  const { origins } = await context.storageState()
  const { localStorage = [] } = origins.find(({ origin }) => origin === addresses.portal) ?? {}
  const kept = localStorage.find(({ name }) => /^ph_.*_posthog$/.test(name))?.value
  return (JSON.parse(kept ?? '{}') as { distinct_id: string }).distinct_id
}

test('analytics counts views of pages that unload immediately: sign-in and opening a workspace', async ({
  page,
  context,
}) => {
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
  const response = await fetch(`${addresses.analytics}/api/events`)
  const sentText = JSON.stringify(
    ((await response.json()) as SentEvent[]).filter((sent) => [visitor, userId].includes(sent.distinct_id)),
  )
  expect(sentText).not.toContain('ada@')
  expect(sentText).not.toContain('redirect=')
})

async function failCalls(page: Page, path: RegExp) {
  await page.route(path, (route) =>
    route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill(refusal),
  )
}

test('failed role change, "Hide" and "Set default" show the reason next to the control until the next attempt', async ({
  page,
  browser,
}) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Local Dev Instance' })
  await makeWorkspaceByCall(page, { name: 'Second', type: 'Local Dev Instance' })
  const member = await makeAccount()
  await inviteByCall(page, id, member.email)
  const memberPage = await browser.newPage()
  await enterByCalls(memberPage, member)
  await acceptByCalls(memberPage)
  await memberPage.close()

  await page.goto(`/workspace/${id}/members`)
  const role = page.getByRole('button', { name: `Role of ${member.email}` })
  await failCalls(page, /\/membership$/)
  await role.click()
  await page.getByRole('option', { name: 'Approver' }).click()
  const row = page.getByRole('row', { name: member.email })
  await expect(row.getByRole('alert')).toContainText('The database is unavailable.')
  await expect(role).toContainText('Collaborator')
  await expect(role).toBeFocused()
  await page.unrouteAll()
  await role.click()
  await page.getByRole('option', { name: 'Approver' }).click()
  await expect(role).toContainText('Approver')
  await expect(row.getByRole('alert')).toBeHidden()

  await page.goto('/workspaces')
  await failCalls(page, /\/(setHidden|setDefault)$/)
  const settings = page.getByRole('button', { name: 'Settings of Second' })
  for (const [act, title, focused] of [
    // The card is hidden until the call fails, so the focus has moved to the other card.
    ['Hide', '“Second” was not hidden', page.getByRole('link', { name: 'Production' })],
    ['Set default', '“Second” was not made your default', settings],
  ] as const) {
    await settings.click()
    await page.getByRole('menuitem', { name: act, exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(title)
    await expect(settings).toBeVisible()
    await expect(focused).toBeFocused()
  }
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem', { name: 'Second' }).getByText('DEFAULT')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})
