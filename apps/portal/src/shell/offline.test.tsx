import { account } from '@portal/contract/account/account'
import { sessions } from '@portal/contract/sessions/sessions'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FakeApi } from '../testing/fake-api.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const browserReport = vi.spyOn(navigator, 'onLine', 'get')

afterEach(() => {
  browserReport.mockReturnValue(true)
})

function goOffline(api: FakeApi) {
  browserReport.mockReturnValue(false)
  api.disconnect(account.whoami)
}

function goOnline(api: FakeApi) {
  browserReport.mockReturnValue(true)
  api.reply(account.whoami, { user: person() })
}

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
    const failure = screen.getByText(
      'Network Error: you are offline. Try again when your connection is back.',
    )
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
