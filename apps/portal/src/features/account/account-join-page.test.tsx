import { type AccountJoin, accountJoins } from '@portal/contract/account-joins/account-joins'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderApp } from '../../testing/render-app.tsx'

const join: AccountJoin = {
  email: 'ada@example.com',
  openedAt: '2026-03-04T12:00:00.000Z',
  ways: ['Email and password'],
  newWay: 'GitHub',
  workspaces: [
    { id: 'W1', displayName: 'Alone', memberCount: 1 },
    { id: 'W2', displayName: 'Shared', memberCount: 3 },
  ],
  people: [
    { invitationId: 'I1', email: 'grace@example.com', workspaceName: 'Shared', isMember: true },
    { invitationId: 'I2', email: 'linus@example.com', workspaceName: 'Shared', isMember: false },
  ],
}

const open = (more: Partial<AccountJoin> = {}) =>
  renderApp('/is-it-yours', {
    user: null,
    prepare: (api) => api.reply(accountJoins.read, { ...join, ...more }),
  })

describe('The page that asks whether an account is the user’s', () => {
  it('says since when the account exists and how it was opened', async () => {
    const { screen } = await open()
    await expect
      .element(
        screen.getByText(
          'An account with this address exists since March 4, 2026, opened with Email and password. Is it yours?',
        ),
      )
      .toBeVisible()
    await expect.element(screen.getByText('ada@example.com')).toBeVisible()
  })

  it('sends the user to sign in with the other way after a yes', async () => {
    const go = vi.spyOn(browserNavigation, 'go').mockImplementation(() => {})
    const { screen, api } = await open()
    api.reply(accountJoins.confirm, undefined)
    await screen.getByRole('button', { name: "Yes, it's mine" }).click()
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringMatching(/\/auth\/login\?join=1$/)))
    expect(api.requests(accountJoins.deny)).toEqual([])
  })

  it('lists workspaces and people after a no, and hands the account over with the people who are kept', async () => {
    const go = vi.spyOn(browserNavigation, 'go').mockImplementation(() => {})
    const { screen, api } = await open()
    await screen.getByRole('button', { name: "No, it isn't mine" }).click()
    await expect.element(screen.getByText('Alone, no other members')).toBeVisible()
    await expect.element(screen.getByText('Shared, 3 members')).toBeVisible()
    expect(api.requests(accountJoins.deny)).toEqual([])
    await screen
      .getByRole('checkbox', { name: 'Keep grace@example.com, member of Shared' })
      .click({ force: true })
    api.reply(accountJoins.deny, undefined)
    await screen.getByRole('button', { name: 'Start over' }).click()
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringMatching(/\/auth\/login$/)))
    expect(api.requests(accountJoins.deny)[0]?.body).toMatchObject({ keepInvitationIds: ['I1'] })
  })

  it('shows no lists for an account that has neither workspaces nor invitations', async () => {
    const { screen } = await open({ workspaces: [], people: [] })
    await screen.getByRole('button', { name: "No, it isn't mine" }).click()
    await expect.element(screen.getByRole('button', { name: 'Start over' })).toBeVisible()
    expect(screen.getByRole('list', { name: 'Workspaces' }).query()).toBeNull()
  })

  it('offers to sign in again when the question has expired', async () => {
    const { screen } = await renderApp('/is-it-yours', {
      user: null,
      prepare: (api) => api.refuse(accountJoins.read, 'NotFound'),
    })
    await expect.element(screen.getByRole('heading', { name: 'This question has expired' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  })

  it('keeps the question open when the answer fails', async () => {
    const { screen, api } = await open()
    api.refuse(accountJoins.confirm, 'InternalError', { message: 'It broke' })
    await screen.getByRole('button', { name: "Yes, it's mine" }).click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
