import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { HeldReply } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const shared = {
  role: 'EDITOR',
  creatorUserId: 'U2',
  creatorUser: { firstName: 'Grace', lastName: 'Hopper' },
} as const

const list = [
  workspace({ id: 'W1', displayName: 'beta' }),
  workspace({
    id: 'W2',
    displayName: 'Local',
    instanceEnvType: 'LOCAL',
    instanceUrl: 'http://localhost:8080',
  }),
  workspace({ id: 'W3', displayName: 'Remote', instanceEnvType: 'PRIVATE', ...shared }),
  workspace({ id: 'W4', displayName: 'alpha', createdAt: '2024-12-01T00:00:00.000Z' }),
  workspace({ id: 'W5', displayName: 'Starred', instanceEnvType: 'LOCAL', isFavourite: true }),
  workspace({ id: 'W6', displayName: 'Chosen', instanceEnvType: 'LOCAL', isDefault: true }),
]

function place(element: Element | null | undefined) {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  // The width of the heading depends on the number in it.
  return { left, top, width: element?.tagName === 'H1' || width, height }
}

const open = (all = list, user = person()) =>
  renderApp('/workspaces', { user, prepare: (api) => api.reply(workspaces.list, all) })

describe('the workspaces page', () => {
  it.each([
    [[], 'Create A Workspace'],
    [list.slice(0, 1), 'One Workspace'],
    [list, '6 Workspaces'],
  ])('shows the number of workspaces in its heading', async (all, heading) => {
    const { screen } = await open(all)
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const tile = screen.getByRole('link', { name: 'Create New Workspace' })
    await expect.element(tile).toHaveAttribute('href', '/workspace/new')
  })

  it('opens a workspace through the API, and shows its URL on hover', async () => {
    const { screen } = await open()
    const link = screen.getByRole('link', { name: 'Local' })
    await expect.element(link).toHaveAttribute('href', 'http://localhost:9001/workspaces/W2/go')
    const url = screen.getByText('http://localhost:8080')
    await expect.element(url).toHaveStyle({ opacity: '0' })
    await link.hover()
    await expect.element(url).toHaveStyle({ opacity: '1' })
    const lastLine = screen.getByRole('listitem', { name: 'Local' }).getByText('1 member')
    const { bottom } = lastLine.element().getBoundingClientRect()
    const { top } = url.element().getBoundingClientRect()
    expect(top, 'the URL covers no text of the card').toBeGreaterThanOrEqual(bottom)
  })

  it('shows the URL when the keyboard reaches the link, but not when a closed menu returns the focus', async () => {
    const { screen } = await open(list.slice(1, 2))
    const url = screen.getByText('http://localhost:8080')
    const menu = screen.getByRole('button', { name: 'Settings of Local' })
    await menu.click()
    const items = screen.getByRole('menu')
    await expect.poll(() => items.query()?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(items).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
    await screen.getByRole('heading', { level: 1 }).hover()
    await expect.element(url).toHaveStyle({ opacity: '0' })
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
    await expect.element(screen.getByRole('link', { name: 'Local' })).toHaveFocus()
    await expect.element(url).toHaveStyle({ opacity: '1' })
  })

  it('shows on a card what the workspace is, whose, and when it was last opened', async () => {
    const lastOpenedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const { screen } = await open([
      workspace({ id: 'W1', displayName: 'own', description: 'Runs the shop', memberCount: 3, lastOpenedAt }),
      workspace({
        id: 'W2',
        displayName: 'theirs',
        instanceEnvType: 'PRIVATE',
        instanceUrl: 'https://infra.example.com:8443/si',
        ...shared,
      }),
    ])
    const texts = {
      own: ['Runs the shop', 'owner', '3 members', '3 days ago'],
      theirs: ['infra.example.com:8443', 'collaborator', 'Grace Hopper', '1 member', 'Not opened yet'],
    }
    for (const [name, expected] of Object.entries(texts))
      for (const text of expected)
        await expect
          .element(screen.getByRole('listitem', { name }).getByText(text, { exact: true }))
          .toBeVisible()
    expect(screen.getByText('Ada Lovelace').elements()).toEqual([])
    await expect.element(screen.getByRole('img', { name: 'Managed By System Initiative' })).toBeVisible()
    await expect.element(screen.getByRole('img', { name: 'Remote URL' })).toBeVisible()
  })

  it('shows the first steps to a user without workspaces', async () => {
    const { screen } = await open([])
    const steps = screen.getByRole('list', { name: 'First steps' }).getByRole('heading', { level: 2 })
    await expect.element(steps.first()).toBeVisible()
    expect(steps.elements().map(({ textContent }) => textContent)).toEqual([
      'Set up your first workspace',
      'Invite your team',
      'Connect your automation',
    ])
  })

  it('finds workspaces by a part of the name, ignoring case', async () => {
    const { screen } = await open()
    await screen.getByPlaceholder('Search workspaces...').fill('ALPH')
    await expect.poll(() => screen.getByRole('heading', { level: 2 }).elements().length).toBe(1)
    await expect.element(screen.getByRole('heading', { level: 2, name: 'alpha' })).toBeVisible()
    await screen.getByPlaceholder('Search workspaces...').fill('zzz')
    await expect.element(screen.getByText('No workspaces match “zzz”')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Create New Workspace' })).toBeVisible()
    await screen.getByRole('main').getByText('Clear search').click()
    await expect.element(screen.getByPlaceholder('Search workspaces...')).toHaveFocus()
    await expect.element(screen.getByPlaceholder('Search workspaces...')).toHaveValue('')
    await expect.element(screen.getByRole('heading', { level: 2, name: 'alpha' })).toBeVisible()
  })

  it('links from the menu of a card to its settings and API tokens', async () => {
    const { screen } = await open()
    await screen.getByRole('button', { name: 'Settings of beta' }).click()
    const item = (name: string) => screen.getByRole('menuitem', { name })
    await expect.element(item('Settings')).toHaveAttribute('href', '/workspace/W1')
    await expect.element(item('API Tokens')).toHaveAttribute('href', '/workspace/W1/tokens')
  })

  it('does not offer to open a quarantined workspace', async () => {
    const { screen } = await open([workspace({ quarantinedAt: '2025-01-01T00:00:00.000Z' })])
    await expect.element(screen.getByText('Quarantined')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Production' }).query()).toBeNull()
  })

  it('shows a skeleton while it loads, and keeps its heading in place when the list arrives', async () => {
    let held: HeldReply<typeof workspaces.list> | undefined
    const { screen } = await renderApp('/workspaces', {
      prepare: (api) => {
        held = api.hold(workspaces.list)
      },
    })
    await expect.element(screen.getByText('Loading your workspaces...')).toBeInTheDocument()
    const heading = screen.getByRole('heading', { level: 1 })
    const before = place(heading.element())
    held?.release(list)
    await expect.element(screen.getByRole('heading', { level: 1, name: '6 Workspaces' })).toBeVisible()
    expect(place(heading.element())).toEqual(before)
  })

  it('shows a failure with the request id, and retries', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (api) => api.refuse(workspaces.list, 'DatabaseUnavailable', { message: 'Away for a moment' }),
    })
    await expect.element(screen.getByText('Away for a moment')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    api.reply(workspaces.list, list)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: '6 Workspaces' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('redirects an unverified user to the profile', async () => {
    const { screen } = await open(list, person({ emailVerified: false }))
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    const sentence = 'You will not be able to use the product until you verify your email.'
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })
})
