import { account } from '@portal/contract/account/account'
import { invitations } from '@portal/contract/invitations/invitations'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import type { HeldReply } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { invitation } from '../../testing/team.ts'
import { invitationQuery } from './invitation-queries.ts'

const page = '/invitation/abc'
const joined = workspace({ id: 'W9', displayName: 'Payments' })

describe('invitations on the workspaces page', () => {
  const open = (
    list = [invitation(), invitation({ id: 'I2', workspaceName: 'Staging', role: 'APPROVER' })],
  ) => renderApp('/workspaces', { prepare: (api) => api.reply(invitations.mine, list) })

  it('show who invites the user and with which role', async () => {
    const { screen } = await open()
    const region = screen.getByRole('region', { name: 'Invitations' })
    await expect.element(region.getByText('Grace Hopper invites you to Payments')).toBeVisible()
    await expect.element(region.getByText('Approver')).toBeVisible()
    await expect.element(region.getByText(/expires in 13 days/).first()).toBeVisible()
  })

  it("appear together with the list, so that they don't push it down later", async () => {
    let held: HeldReply<typeof invitations.mine> | undefined
    const { screen } = await renderApp('/workspaces', {
      prepare: (api) => {
        api.reply(workspaces.list, [joined])
        held = api.hold(invitations.mine)
      },
    })
    await expect.element(screen.getByText('Loading your workspaces...')).toBeInTheDocument()
    held?.release([invitation()])
    await expect.element(screen.getByRole('link', { name: 'Payments' })).toBeVisible()
    expect(screen.getByText('Grace Hopper invites you to Payments').elements()).toHaveLength(1)
  })

  it('can be accepted, which adds the workspace to the list', async () => {
    const { screen, api } = await open()
    api.reply(invitations.accept, { workspaceId: 'W9' })
    const accept = screen.getByRole('button', { name: 'Accept the invitation to Payments' })
    await expect.element(accept).toBeVisible()
    api.reply(workspaces.list, [joined])
    await accept.click()
    await expect.element(screen.getByRole('link', { name: 'Payments' })).toBeVisible()
    await expect.element(screen.getByText('You are now a member of Payments')).toBeVisible()
    await expect.element(accept).not.toBeInTheDocument()
    await expect.element(screen.getByText('Grace Hopper invites you to Staging')).toBeVisible()
  })

  it('can be declined', async () => {
    const { screen, api } = await open()
    api.reply(invitations.decline, undefined)
    await screen.getByRole('button', { name: 'Decline the invitation to Payments' }).click()
    await expect.element(screen.getByText('You declined the invitation to Payments')).toBeVisible()
    expect(api.requests(invitations.decline)[0]?.params).toEqual({ invitationId: invitation().id })
  })

  it('stay open when an answer fails, with the reason', async () => {
    const { screen, api } = await open()
    api.refuse(invitations.accept, 'WorkspaceQuarantined', { message: 'The workspace is paused.' })
    await screen.getByRole('button', { name: 'Accept the invitation to Payments' }).click()
    await expect.element(screen.getByText('The workspace is paused.')).toBeVisible()
    await expect.element(screen.getByText('Grace Hopper invites you to Payments')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('do not block the page when they cannot be loaded', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (api) => {
        api.reply(workspaces.list, [joined])
        api.refuse(invitations.mine, 'InternalError', { message: 'It broke' })
      },
    })
    await expect.element(screen.getByText('Your invitations could not be loaded')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Payments' })).toBeVisible()
    api.reply(invitations.mine, [])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('It broke')).not.toBeInTheDocument()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('the invitation page', () => {
  const found = { isForYou: true, emailHint: 'a•••@e•••.com', invitation: invitation() }
  const foreign = { isForYou: false, emailHint: 'g•••@e•••.com', invitation: null }
  const open = (answer: typeof found | typeof foreign, user = person()) =>
    renderApp(page, { user, prepare: (api) => api.reply(invitations.byCode, answer) })

  it('lets the invitee accept, and redirects to the workspaces', async () => {
    const { screen, api, address } = await open(found)
    await expect.element(screen.getByRole('heading', { name: 'Join Payments' })).toBeVisible()
    await expect
      .element(screen.getByText(/^Grace Hopper invites you/))
      .toHaveTextContent(
        'Grace Hopper invites you to collaborate on this workspace with the role Collaborator. Collaborators can open the workspace and create their own API tokens.',
      )
    api.reply(invitations.accept, { workspaceId: 'W9' })
    api.reply(workspaces.list, [joined])
    await screen.getByRole('button', { name: 'Accept invitation' }).click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByRole('link', { name: 'Payments' })).toBeVisible()
    expect(api.requests(invitations.byCode)[0]?.params).toEqual({ code: 'abc' })
  })

  it('shows the current state when the user returns immediately after answering', async () => {
    const { screen, api, address, router, queryClient } = await open(found)
    const accept = screen.getByRole('button', { name: 'Accept invitation' })
    await expect.element(accept).toBeVisible()
    // While another observer holds the query, the result from before the answer is still cached and fresh.
    const held = new QueryObserver(queryClient, invitationQuery('abc', person()))
    onTestFinished(held.subscribe(() => {}))
    api.reply(invitations.accept, { workspaceId: 'W9' })
    await accept.click()
    await expect.poll(address).toBe('/workspaces')
    api.refuse(invitations.byCode, 'NotFound')
    router.history.back()
    await expect
      .element(screen.getByRole('heading', { name: 'This invitation is no longer valid' }))
      .toBeVisible()
  })

  it('lets the invitee decline', async () => {
    const { screen, api, address } = await open(found)
    api.reply(invitations.decline, undefined)
    await screen.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText('You declined the invitation to Payments')).toBeVisible()
  })

  it('stays open and shows why accepting failed', async () => {
    const { screen, api, address } = await open(found)
    api.refuse(invitations.accept, 'NotFound', { message: 'It was withdrawn.' })
    await screen.getByRole('button', { name: 'Accept invitation' }).click()
    await expect.element(screen.getByText('It was withdrawn.')).toBeVisible()
    expect(address()).toBe(page)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('shows another account the invited email, and keeps the path while switching accounts', async () => {
    const { screen, address } = await open(foreign)
    await expect
      .element(screen.getByRole('heading', { name: 'This invitation is for another account' }))
      .toBeVisible()
    await expect
      .element(screen.getByText(/^This invitation is for g/))
      .toHaveTextContent('This invitation is for g•••@e•••.com. You are signed in as ada@example.com.')
    await screen.getByRole('button', { name: 'Sign out and switch account' }).click()
    await expect.poll(address).toBe('/logout')
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/auth/logout')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe(page)
  })

  it('asks an unverified user to verify first, then shows the invitation', async () => {
    const unverified = person({ emailVerified: false })
    const { screen, api } = await open(foreign, unverified)
    await expect
      .element(screen.getByRole('heading', { name: 'Verify your email address first' }))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Sign out and switch account' })).toBeVisible()
    api.reply(invitations.byCode, found)
    api.reply(account.refreshAuth0Profile, { user: person() })
    await screen.getByRole('button', { name: 'Already verified?' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Join Payments' })).toBeVisible()
    loggedFailures()
  })

  it('says when the invitation is no longer valid', async () => {
    const { screen } = await renderApp(page, {
      prepare: (api) => api.refuse(invitations.byCode, 'NotFound'),
    })
    await expect
      .element(screen.getByRole('heading', { name: 'This invitation is no longer valid' }))
      .toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Go to workspaces' }))
      .toHaveAttribute('href', '/workspaces')
  })

  it('disables the workspaces link for an unverified user, with the reason', async () => {
    const { screen } = await renderApp(page, {
      user: person({ emailVerified: false }),
      prepare: (api) => api.refuse(invitations.byCode, 'NotFound'),
    })
    const link = screen.getByRole('link', { name: 'Go to workspaces' })
    await expect.element(link).toHaveAttribute('aria-disabled', 'true')
    await expect.element(link).toHaveAccessibleDescription('Verify your email address first.')
  })

  it('offers a retry when loading fails', async () => {
    const { screen, api } = await renderApp(page, {
      prepare: (api) => api.refuse(invitations.byCode, 'InternalError', { message: 'It broke' }),
    })
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    api.reply(invitations.byCode, found)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Join Payments' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('switching accounts', () => {
  const switchKey = 'SI-ACCOUNT-SWITCH'

  it('continues to sign-in or sign-up instead of the marketing site, once', async () => {
    sessionStorage.setItem(switchKey, String(Date.now()))
    const { screen } = await renderApp('/logout-success', { user: null })
    await expect
      .element(screen.getByRole('link', { name: 'log in with the invited address' }))
      .toHaveAttribute('href', '/login')
    await expect.element(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
    expect(sessionStorage.getItem(switchKey)).toBeNull()
    await expect.poll(() => browserNavigation.replace).toHaveBeenCalledWith('/login')
  })

  it('expires after ten minutes', async () => {
    sessionStorage.setItem(switchKey, String(Date.now() - 600_001))
    const { screen } = await renderApp('/logout-success', { user: null })
    await expect.element(screen.getByRole('link', { name: 'our website' })).toBeVisible()
  })
})
