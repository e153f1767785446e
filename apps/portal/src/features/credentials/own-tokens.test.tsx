import type { OwnAuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { authToken } from '../../testing/tokens.ts'

const deploys: OwnAuthToken = { ...authToken(), workspace: { id: 'W1', displayName: 'Production' } }
const backups: OwnAuthToken = {
  ...authToken({ id: '01JTOKEN000000000000000002', name: 'Backups' }),
  workspace: { id: 'W2', displayName: 'Staging' },
}

async function open(authTokens: OwnAuthToken[]) {
  const app = await renderApp('/profile/tokens', { prepare: (api) => api.reply(tokens.mine, { authTokens }) })
  const list = app.screen.getByRole('list', { name: 'Your API tokens' })
  return { ...app, list, rows: list.getByRole('listitem') }
}

describe('Your API tokens', () => {
  it('are listed for all workspaces with one request', async () => {
    const { api, rows } = await open([deploys, backups])
    await expect.poll(() => rows.all().length).toBe(2)
    await expect.element(rows.first()).toMatchTextContent(/Backups.*In Staging · Expires/)
    await expect.element(rows.last()).toMatchTextContent(/Deploys.*In Production · Expires/)
    expect(api.requests(tokens.mine).map(({ params }) => params)).toEqual([{ userId: person().id }])
    expect(api.requests(tokens.list)).toEqual([])
  })

  it('show their last use, and link to the workspaces, where tokens are generated', async () => {
    const lastUsedAt = new Date(Date.now() - 300_000).toISOString()
    const { screen, rows } = await open([{ ...deploys, lastUsedAt, lastUsedIp: '203.0.113.7' }, backups])
    await expect.element(rows.last().getByText('Last used 5 minutes ago from 203.0.113.7')).toBeVisible()
    await expect.element(rows.first().getByText('Never used')).toBeVisible()
    const link = screen.getByRole('link', { name: 'workspace', exact: true })
    await expect.element(link).toHaveAttribute('href', '/workspaces')
  })

  it('show that a token is paused', async () => {
    const pausedUntil = new Date(Date.now() + 15 * 60_000).toISOString()
    const { screen, api, rows } = await open([{ ...deploys, pausedUntil }])
    api.reply(tokens.read, { authToken: authToken({ pausedUntil }) })
    await rows
      .first()
      .getByRole('button', { name: /^Paused/ })
      .click()
    const dialog = screen.getByRole('dialog', { name: 'Details of “Deploys”' })
    await expect.element(dialog.getByText(/is paused\. .* works again in \d+ minutes/)).toBeVisible()
  })

  it('keep the search box while a search is active, even with fewer tokens than a search box needs', async () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      ...deploys,
      id: `T${at}`,
      name: `Token ${at + 10}`,
    }))
    const { screen, api, rows } = await open(many)
    const search = screen.getByRole('searchbox', { name: 'Search your tokens...' })
    await search.fill('Token 15')
    await expect.poll(() => rows.all().length).toBe(1)
    api.reply(tokens.revoke, undefined)
    api.reply(tokens.mine, { authTokens: many.filter(({ name }) => name !== 'Token 15') })
    await pressTwice(
      screen.getByRole('button', { name: 'Revoke Token 15' }),
      () => api.requests(tokens.revoke).length > 0,
    )
    await expect.element(screen.getByText('No tokens match “Token 15”')).toBeVisible()
    await search.fill('')
    await expect.poll(() => rows.all().length).toBe(10)
  })

  it('can be searched, and are shown 25 to a page, newest first', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...deploys,
      id: `T${at}`,
      name: `Token ${at + 1}`,
    }))
    const { screen, rows } = await open(many)
    await expect.poll(() => rows.all().length).toBe(25)
    await expect.element(rows.first()).toMatchTextContent(/Token 60/)
    await screen.getByRole('button', { name: 'Next page' }).click()
    await expect.element(rows.first()).toMatchTextContent(/Token 35/)
    await screen.getByRole('searchbox', { name: 'Search your tokens...' }).fill('token 6')
    await expect.poll(() => rows.all().length).toBe(2)
  })

  it('are revoked on the second click, in their own workspace', async () => {
    const { screen, api, rows } = await open([deploys, backups])
    api.reply(tokens.revoke, undefined)
    await screen.getByRole('button', { name: 'Revoke Deploys' }).click()
    expect(api.requests(tokens.revoke)).toEqual([])
    api.reply(tokens.mine, { authTokens: [backups] })
    await pressTwice(
      screen.getByRole('button', { name: 'Revoke Deploys' }),
      () => api.requests(tokens.revoke).length > 0,
    )
    await expect.poll(() => rows.all().length).toBe(1)
    await expect.element(rows.first()).toMatchTextContent(/Backups/)
    expect(api.requests(tokens.revoke).map(({ params }) => params)).toEqual([
      { workspaceId: 'W1', tokenId: deploys.id },
    ])
  })

  it('stay listed if revoking fails, with the reason', async () => {
    const { screen, api, rows } = await open([deploys])
    api.refuse(tokens.revoke, 'DatabaseUnavailable', { message: 'Not now' })
    await pressTwice(
      screen.getByRole('button', { name: 'Revoke Deploys' }),
      () => api.requests(tokens.revoke).length > 0,
    )
    await expect.element(screen.getByText('Not now')).toBeVisible()
    expect(rows.all().length).toBe(1)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('have an empty state, with a link to the workspaces', async () => {
    const { screen, list } = await open([])
    await expect.element(screen.getByText('No active API tokens')).toBeVisible()
    expect(list.query()).toBeNull()
    await expect
      .element(screen.getByRole('link', { name: 'View workspaces' }))
      .toHaveAttribute('href', '/workspaces')
  })

  it('are not requested for an unverified user', async () => {
    const { screen, api } = await renderApp('/profile/tokens', { user: person({ emailVerified: false }) })
    await expect.element(screen.getByText('No active API tokens')).toBeVisible()
    expect(api.requests(tokens.mine)).toEqual([])
  })

  it('show why loading failed and offer a retry', async () => {
    const { screen, api } = await renderApp('/profile/tokens', {
      prepare: (prepared) => prepared.refuse(tokens.mine, 'DatabaseUnavailable', { message: 'Not now' }),
    })
    await expect.element(screen.getByText('Not now')).toBeVisible()
    api.reply(tokens.mine, { authTokens: [deploys] })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Revoke Deploys' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
