import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { setServerTime } from '@portal/ui/lib/server-clock'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../lib/guard/session.ts'
import { requestId } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { authToken, maxLifetimeMs, renderTokens } from '../../testing/tokens.ts'

const revoked = authToken({ id: 'T2', name: 'Old', revokedAt: '2024-12-01T00:00:00.000Z' })
const expired = authToken({ id: 'T3', name: 'Short', expiresAt: '2024-11-07T00:00:00.000Z' })
const title = 'Production > API Tokens'

type Screen = Awaited<ReturnType<typeof renderTokens>>['screen']
const table = (screen: Screen, name: string) => screen.getByRole('grid', { name })
const headers = (screen: Screen, name: string) =>
  table(screen, name)
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent)
const names = (screen: Screen, name: string) =>
  table(screen, name)
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('bdi')?.textContent)

describe('the API tokens page', () => {
  it('has the workspace name as its title and links back to the general settings', async () => {
    const { screen, address } = await renderTokens([])
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(() => document.title).toBe(`${title} · System Initiative`)
    await screen.getByRole('link', { name: 'General' }).click()
    await expect.poll(() => address()).toBe('/workspace/01JWORKSPACE000000000PROD1')
  })

  it('has the form below the lists, and a button that leads the focus to it', async () => {
    const { screen } = await renderTokens([authToken()])
    const list = screen.getByRole('heading', { name: 'Active Tokens' })
    const form = screen.getByRole('form', { name: 'Generate API Token' })
    await expect.element(list).toBeVisible()
    const follows = () =>
      list.element().compareDocumentPosition(form.element()) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows()).toBeTruthy()
    await screen.getByRole('button', { name: 'New token', exact: true }).click()
    await expect.element(form.getByRole('textbox', { name: 'Token Name' })).toHaveFocus()
    await expect.element(form.getByRole('button', { name: 'Generate API Token' })).toBeInViewport()
  })

  it('has the form first in a workspace without tokens', async () => {
    const { screen } = await renderTokens([])
    const list = screen.getByRole('heading', { name: 'Active Tokens' })
    const form = screen.getByRole('form', { name: 'Generate API Token' })
    await expect.element(form).toBeVisible()
    const precedes = list.element().compareDocumentPosition(form.element()) & Node.DOCUMENT_POSITION_PRECEDING
    expect(precedes).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New token', exact: true }).query()).toBeNull()
  })

  it('says for whom tokens act, and links to the user’s tokens in all workspaces', async () => {
    const { screen, address } = await renderTokens([])
    await expect.element(screen.getByText(/on behalf of a member or a service account\./)).toBeVisible()
    await screen.getByRole('link', { name: 'My tokens' }).click()
    await expect.poll(address).toBe('/profile/tokens')
  })

  it('gives every row the same height', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const use = { lastUsedAt: new Date().toISOString(), lastUsedIp: '2001:db8:85a3:8d3:1319:8a2e:370:7348' }
    const [newest] = authToken(use).secrets
    const { screen } = await renderTokens([
      authToken(),
      authToken({ id: 'T2', name: 'Long name '.repeat(10), expiresAt: soon, ...use }),
      authToken({
        id: 'T3',
        permission: 'manage',
        pausedUntil: soon,
        serviceAccount: { id: 'S1', name: 'deploy-bot '.repeat(8) },
        secrets: newest ? [newest, { ...newest, retiresAt: soon }] : [],
      }),
    ])
    const rows = () => table(screen, 'Active Tokens').getByRole('row').elements().slice(1)
    await expect.poll(() => rows().length).toBe(3)
    const heights = rows().map((row) => Math.round(row.getBoundingClientRect().height))
    expect(new Set(heights).size, heights.join()).toBe(1)
  })

  it('lists active and inactive tokens separately, each with its columns', async () => {
    const { screen } = await renderTokens([authToken(), revoked, expired])
    await expect.element(screen.getByRole('heading', { level: 2, name: 'Active Tokens' })).toBeVisible()
    expect(headers(screen, 'Active Tokens')).toEqual(['Name', 'Created', 'Expires', 'Revoke'])
    expect(headers(screen, 'Inactive Tokens')).toEqual(['Name', 'Created', 'Expiration', 'Revoked'])
    expect(names(screen, 'Active Tokens')).toEqual(['Deploys'])
    expect(names(screen, 'Inactive Tokens')).toEqual(['Short', 'Old'])
    const gone = table(screen, 'Inactive Tokens')
    await expect.element(gone.getByRole('row', { name: /Old/ }).getByText('December 1, 2024')).toBeVisible()
    await expect.element(gone.getByRole('row', { name: /Short/ }).getByText('Not revoked')).toBeVisible()
  })

  it('lists a live token as active, with its button, when the browser’s clock is two hours ahead', async () => {
    const expiresAt = new Date(Date.now() - 3_600_000).toISOString()
    setServerTime(new Date(Date.now() - 7_200_000).toUTCString())
    const { screen } = await renderTokens([authToken({ expiresAt })])
    await expect.element(screen.getByRole('heading', { level: 2, name: 'Active Tokens' })).toBeVisible()
    expect(names(screen, 'Active Tokens')).toEqual(['Deploys'])
    await expect.element(screen.getByRole('button', { name: 'Revoke' })).toBeVisible()
  })

  it.each(['APPROVER', 'EDITOR'] as const)('hides the revoke column from the role %s', async (role) => {
    const { screen } = await renderTokens([authToken(), revoked], { role })
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(headers(screen, 'Active Tokens')).toEqual(['Name', 'Created', 'Expires', 'Actions'])
    expect(headers(screen, 'Inactive Tokens')).toEqual(['Name', 'Created', 'Expiration'])
    expect(screen.getByRole('button', { name: 'Revoke' }).elements()).toEqual([])
  })

  it("shows 'Never' for a token that does not expire", async () => {
    const { screen } = await renderTokens([
      authToken({ expiresAt: undefined }),
      { ...revoked, expiresAt: undefined },
    ])
    await expect
      .element(table(screen, 'Active Tokens').getByRole('gridcell', { name: 'Never', exact: true }))
      .toBeVisible()
    await expect
      .element(table(screen, 'Inactive Tokens').getByRole('gridcell', { name: 'Never', exact: true }))
      .toBeVisible()
  })

  it('moves an expired token to the inactive list within 5 seconds', async () => {
    vi.useFakeTimers({
      now: new Date('2025-03-01T12:00:00Z'),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    })
    const { screen } = await renderTokens([authToken({ expiresAt: '2025-03-01T12:00:04.000Z' })])
    await expect.element(table(screen, 'Active Tokens').getByText('Deploys')).toBeVisible()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(names(screen, 'Active Tokens')).toEqual(['Deploys'])
    await vi.advanceTimersByTimeAsync(100)
    await expect.element(table(screen, 'Inactive Tokens').getByText('Deploys')).toBeVisible()
    await expect.element(screen.getByText('No active tokens')).toBeVisible()
  })

  it('shows the creator and the last use of a token below its name', async () => {
    const { screen } = await renderTokens([
      authToken({ lastUsedAt: new Date(Date.now() - 300_000).toISOString(), lastUsedIp: '203.0.113.7' }),
      authToken({
        id: 'T4',
        name: 'Nightly',
        createdBy: { userId: 'U2', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
      }),
      authToken({
        id: 'T5',
        name: 'Nameless',
        createdBy: { userId: 'U3', firstName: null, lastName: null, email: 'x@example.com' },
      }),
    ])
    const row = (name: RegExp) => screen.getByRole('row', { name })
    await expect
      .element(row(/Deploys/).getByText(/Created by you · Last used 5 minutes ago from 203\.0\.113\.7/))
      .toBeVisible()
    await expect.element(row(/Nightly/).getByText(/Created by Grace Hopper · Never used/)).toBeVisible()
    await expect.element(row(/Nameless/).getByText(/Created by x@example\.com · Never used/)).toBeVisible()
  })

  it('marks a token that expires within a week', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString()
    const { screen } = await renderTokens([
      authToken({ expiresAt: inDays(3) }),
      authToken({ id: 'T4', name: 'Later', expiresAt: inDays(30) }),
    ])
    await expect.element(screen.getByRole('row', { name: /Deploys/ }).getByText('in 3 days')).toBeVisible()
    expect(screen.getByRole('row', { name: /Later/ }).getByText(/^in /).elements()).toEqual([])
  })

  it('does not allow new tokens while the workspace is quarantined, with the reason', async () => {
    const { screen } = await renderTokens([authToken()], {
      prepare: (api) => api.reply(workspaces.read, workspace({ quarantinedAt: '2025-01-01T00:00:00.000Z' })),
    })
    await expect.element(screen.getByText('Quarantined', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^This workspace is quarantined\./).first()).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Generate API Token' }))
      .toHaveAttribute('aria-disabled', 'true')
  })
})

describe('access to the API tokens page', () => {
  it('shows a non-member that they are not a member, without logging a failure', async () => {
    const { screen, address } = await renderTokens([], {
      prepare: (api) => {
        api.refuse(workspaces.read, 'NotFound')
        api.refuse(tokens.list, 'NotFound')
      },
    })
    const heading = { name: 'You are not a member of this workspace' }
    await expect.element(screen.getByRole('heading', heading)).toBeVisible()
    expect(address()).toBe('/not-a-member')
  })

  it("shows 'You must log in to view workspace status.' once the session has ended, with a link to sign-in", async () => {
    const { screen, api, address } = await renderTokens([authToken()])
    api.refuse(tokens.create, 'SessionEnded')
    await screen.getByRole('textbox', { name: /^Token Name/ }).fill('Deploys')
    await screen.getByRole('textbox', { name: /^Expiration/ }).fill('1d')
    await screen.getByRole('button', { name: 'Generate API Token' }).click()
    const message = screen.getByText('You must log in to view workspace status.')
    await expect.element(message).toBeVisible()
    await expect.element(message).toHaveAttribute('role', 'alert')
    expect(screen.getByText('Deploys').query()).toBeNull()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
    const path = address()
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe(path)
    loggedFailures()
  })

  it('shows the tokens again after a sign-in in another tab', async () => {
    const { screen, queryClient } = await renderTokens([authToken()])
    await expect.element(table(screen, 'Active Tokens').getByText('Deploys')).toBeVisible()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await expect.element(screen.getByText('You must log in to view workspace status.')).toBeVisible()
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await expect.element(table(screen, 'Active Tokens').getByText('Deploys')).toBeVisible()
  })
})

describe('loading the API tokens page', () => {
  it('shows a failure with the request id, and retries', async () => {
    const { screen, api } = await renderTokens([authToken()], {
      prepare: (api) => api.refuse(tokens.list, 'InternalError', { message: 'It broke' }),
    })
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByText(requestId)).toBeVisible()
    api.reply(tokens.list, { authTokens: [authToken()], maxLifetimeMs })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(table(screen, 'Active Tokens').getByText('Deploys')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

/** Tokens 1 to 1,000, each newer than the one before. Every tenth is revoked. */
const many = Array.from({ length: 1_000 }, (_, at) =>
  authToken({
    id: `T${at + 1}`,
    name: `Token ${at + 1}`,
    createdAt: new Date(Date.UTC(2024, 0) + at * 60_000).toISOString(),
    ...(at % 10 === 0 ? { revokedAt: '2024-12-01T00:00:00.000Z' } : {}),
  }),
)

async function openMany() {
  const app = await renderTokens(many)
  const active = app.screen.getByRole('grid', { name: 'Active Tokens' })
  await expect.element(active).toBeVisible()
  return { ...app, active, rows: active.getByRole('rowheader') }
}

describe('1,000 API tokens', () => {
  it('are shown 25 to a page in each list, newest first', async () => {
    const { screen, rows } = await openMany()
    expect(rows.elements()).toHaveLength(25)
    await expect.element(rows.first()).toMatchTextContent(/Token 1000/)
    for (const [list, range] of Object.entries({ Active: '1–25 of 900', Inactive: '1–25 of 100' })) {
      const pages = screen.getByRole('navigation', { name: `Pages of ${list} Tokens` })
      await expect.element(pages.getByText(range)).toBeVisible()
    }
  })

  it('are found by name, whether active or inactive', async () => {
    const { screen, rows } = await openMany()
    await screen.getByRole('searchbox', { name: 'Search tokens...' }).fill('token 99')
    await expect.poll(() => rows.elements()).toHaveLength(10)
    const inactive = screen.getByRole('grid', { name: 'Inactive Tokens' })
    await expect.element(inactive.getByRole('rowheader')).toMatchTextContent(/Token 991/)
  })

  it('are replaced by one message if none matches, with a button that clears the search', async () => {
    const { screen, rows } = await openMany()
    const search = screen.getByRole('searchbox', { name: 'Search tokens...' })
    await search.fill('nowhere')
    await expect.element(screen.getByText('No tokens match “nowhere”')).toBeVisible()
    expect(screen.getByRole('grid').elements()).toEqual([])
    await screen.getByText('Clear search').click()
    await expect.poll(() => rows.elements()).toHaveLength(25)
    await expect.element(search).toHaveFocus()
    await expect.element(search).toHaveValue('')
  })

  it('lead from a row to its revoke button with Tab, and then out of the table', async () => {
    const { screen, active } = await openMany()
    const row = active.getByRole('row', { name: /Token 1000/ })
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    ;(row.element() as HTMLElement).focus()
    const reached: unknown[] = []
    for (let press = 0; press < 5; press += 1) {
      await userEvent.keyboard('{Tab}')
      reached.push(focused())
    }
    expect(reached).toEqual([
      'January 1, 2024',
      'November 6, 2124',
      'Rename Token 1000',
      'Actions for Token 1000',
      'Revoke',
    ])
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe('Actions for Token 1000')
    await userEvent.keyboard('{Tab}{Tab}')
    const pages = screen.getByRole('navigation', { name: 'Pages of Active Tokens' }).element()
    expect(pages.contains(document.activeElement)).toBe(true)
  })
})
