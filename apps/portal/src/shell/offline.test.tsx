import { account } from '@portal/contract/account/account'
import { members } from '@portal/contract/members/members'
import { sessions } from '@portal/contract/sessions/sessions'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { FakeApi } from '../testing/fake-api.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, unreviewed, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ada } from '../testing/team.ts'

const browserReport = vi.spyOn(navigator, 'onLine', 'get')

afterEach(() => {
  browserReport.mockReturnValue(true)
})

function goOffline(api: FakeApi) {
  browserReport.mockReturnValue(false)
  api.disconnect(account.whoami)
}

function goOnline(api: FakeApi, user = person()) {
  browserReport.mockReturnValue(true)
  api.reply(account.whoami, { user })
}

const offlineMessage = 'Network Error: you are offline. Try again when your connection is back.'

describe('A page without a network', () => {
  it('says so in view once a request has failed, and loads what is missing when the connection is back', async () => {
    const { screen, api, router } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    goOffline(api)
    const notice = screen.getByText('You are offline.')
    expect(notice.query()).toBeNull()
    api.disconnect(sessions.identities)
    void router.navigate({ to: '/profile/security' })
    await expect
      .element(screen.getByText('Anything missing loads when your connection is back.'))
      .toBeVisible()
    screen.getByRole('main').element().style.minHeight = '300vh'
    window.scrollTo(0, 1000)
    await expect.element(notice).toBeInViewport()
    expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
    api.reply(sessions.identities, [])
    goOnline(api)
    await expect.element(screen.getByText('No sign-in methods yet')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  })

  it('covers no control that the focus moves up to with the notice', async () => {
    const { screen, api } = await renderApp('/profile')
    const [first, second] = [screen.getByLabelText('First Name'), screen.getByLabelText('Last Name')]
    await expect.element(second).toBeVisible()
    goOffline(api)
    onlineManager.setOnline(false)
    await expect.element(screen.getByText('You are offline.')).toBeVisible()
    screen.getByRole('main').element().style.minHeight = '300vh'
    window.scrollTo(0, 200)
    const { bottom } =
      screen.getByText('You are offline.').element().parentElement?.getBoundingClientRect() ?? {}
    window.scrollBy(0, first.element().getBoundingClientRect().top - Number(bottom) + 8)
    second.element().focus({ preventScroll: true })
    await userEvent.tab({ shift: true })
    await expect.element(first).toHaveFocus()
    expect(first.element().getBoundingClientRect().top).toBeGreaterThan(Number(bottom))
  })

  it('is not offline while requests get responses, even if the browser reports it', async () => {
    browserReport.mockReturnValue(false)
    const { screen } = await renderApp('/profile/security')
    await expect.element(screen.getByText('No sign-in methods yet')).toBeVisible()
    expect(screen.getByText('You are offline.').query()).toBeNull()
  })

  it('keeps a change that could not be sent, says so until the connection is back, and sends it when the user tries again', async () => {
    const saved = workspace({ id: 'W1' })
    const { screen, api } = await renderApp('/workspace/W1', {
      prepare: (fake) => fake.reply(workspaces.read, saved),
    })
    const description = screen.getByLabelText('Description')
    await description.fill('Runs the shop')
    goOffline(api)
    api.disconnect(workspaces.update)
    const save = screen.getByRole('button', { name: 'Save Workspace' })
    await save.click()
    const failure = screen.getByText(offlineMessage)
    await expect.element(failure).toBeVisible()
    await expect.element(description).toHaveValue('Runs the shop')
    goOnline(api)
    await expect.element(screen.getByText('You are offline.')).not.toBeInTheDocument()
    await expect.element(failure).not.toBeInTheDocument()
    await expect.element(description).toHaveValue('Runs the shop')
    expect(api.requests(workspaces.update)).toHaveLength(1)
    api.reply(workspaces.update, [{ ...saved, description: 'Runs the shop' }])
    await save.click()
    await expect.poll(() => api.requests(workspaces.update)).toHaveLength(2)
    loggedFailures()
  })

  it.each([
    ['first', person(unreviewed)],
    ['updated', person()],
  ])('keeps the form of the %s profile that could not be saved, and what was typed', async (_which, user) => {
    const { screen, api, address } = await renderApp('/profile', { user })
    const nickname = screen.getByRole('textbox', { name: /^Nickname/ })
    await nickname.fill('countess')
    goOffline(api)
    api.disconnect(account.update)
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Your profile was not saved')).toBeVisible()
    await expect.element(screen.getByText(offlineMessage)).toBeVisible()
    await expect
      .element(screen.getByText('Anything missing loads when your connection is back.'))
      .toBeVisible()
    goOnline(api, user)
    await expect.element(screen.getByText('You were offline. Try again.')).toBeVisible()
    expect(address()).toBe('/profile')
    await expect.element(nickname).toHaveValue('countess')
    loggedFailures()
  })

  it('shows until the connection is back that the verification email could not be sent', async () => {
    const user = person({ emailVerified: false })
    const { screen, api } = await renderApp('/legal', { user })
    const resend = screen.getByRole('button', { name: 'Resend Email' })
    await expect.element(resend).toBeVisible()
    goOffline(api)
    api.disconnect(account.resendEmailVerification)
    await resend.click()
    const failure = screen.getByText(`ERROR: ${offlineMessage}`)
    await expect.element(failure).toBeVisible()
    goOnline(api, user)
    await expect.element(failure).not.toBeInTheDocument()
    await expect.element(resend).toBeVisible()
    loggedFailures()
  })

  it('shows which invitations were not sent, and no longer says that the user is offline when the connection is back', async () => {
    const { screen, api } = await renderApp('/workspace/W1/members', {
      prepare: (fake) => {
        fake.reply(workspaces.read, workspace({ id: 'W1' }))
        fake.reply(members.list, [ada])
      },
    })
    await screen.getByRole('button', { name: 'Invite several people' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Invite several people' })
    await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('lin@example.com')
    goOffline(api)
    api.disconnect(members.invite)
    await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
    await expect.element(dialog.getByText(offlineMessage)).toBeVisible()
    goOnline(api)
    await expect.element(dialog.getByText('You were offline. Try again.')).toBeVisible()
    await expect.element(dialog.getByText('Not sent')).toBeVisible()
    await expect.element(dialog.getByText(offlineMessage)).not.toBeInTheDocument()
    loggedFailures()
  })

  it('opens when the connection is back if the auth check found no network', async () => {
    const { screen, api } = await renderApp('/workspaces', { prepare: goOffline })
    await expect
      .element(screen.getByText('You are offline. The page opens when your connection is back.'))
      .toBeVisible()
    goOnline(api)
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  })

  it('loads again when the connection is back if it had failed to load', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (fake) => fake.disconnect(workspaces.list),
    })
    await expect.element(screen.getByText('The service cannot be reached')).toBeVisible()
    api.reply(workspaces.list, [])
    onlineManager.setOnline(false)
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    loggedFailures()
  })
})
