import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

describe('the default workspace page', () => {
  it("shows 'Redirect to default workspace', and redirects to it", async () => {
    const list = [
      workspace({ id: 'W1', createdAt: '2024-01-01T00:00:00.000Z' }),
      workspace({ id: 'W2', isDefault: true }),
    ]
    const { screen } = await renderApp('/default_workspace', {
      prepare: (api) => api.reply(workspaces.list, list),
    })
    await expect.element(screen.getByRole('heading', { name: 'Redirect to default workspace' })).toBeVisible()
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledExactlyOnceWith('http://localhost:9001/workspaces/W2/go')
  })

  it('redirects to the workspaces if there is none', async () => {
    const { address } = await renderApp('/default_workspace')
    await expect.poll(address).toBe('/workspaces')
    expect(browserNavigation.replace).not.toHaveBeenCalled()
  })

  it('redirects an unverified user to the profile', async () => {
    const { address } = await renderApp('/default_workspace', { user: person({ emailVerified: false }) })
    await expect.poll(address).toBe('/profile')
  })

  it('shows why loading failed, and retries', async () => {
    const { screen, api } = await renderApp('/default_workspace', {
      prepare: (api) => api.refuse(workspaces.list, 'DatabaseUnavailable', { message: 'Not now' }),
    })
    await expect.element(screen.getByText('Not now')).toBeVisible()
    api.reply(workspaces.list, [workspace({ id: 'W1' })])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
    expect(loggedFailures()).toHaveLength(1)
  })
})
