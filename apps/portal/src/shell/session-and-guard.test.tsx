import { account } from '@portal/contract/account'
import { type BillingDetails, billing } from '@portal/contract/billing'
import { workspaces } from '@portal/contract/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../lib/browser-navigation.ts'
import { sessionQuery } from '../lib/session.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, unreviewed, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const storedRedirect = () => localStorage.getItem('SI-LOGIN-REDIRECT')

describe('the auth check', () => {
  it('shows the pulsing logo and a progress bar while it is pending', async () => {
    const { screen } = await renderApp('/workspaces', { prepare: (api) => void api.hold(account.whoami) })
    await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  })

  it('says that nothing answers, and lets the person try again', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (api) => api.disconnect(account.whoami),
    })
    await expect.element(screen.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible()
    expect(loggedFailures()).toEqual([expect.stringContaining('Network Error')])
    api.reply(account.whoami, { user: person() })
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    expect(loggedFailures()).toEqual([])
  })
})

describe('somebody signed out', () => {
  it('is taken to the identity provider, and the path is kept', async () => {
    const { screen } = await renderApp('/workspace/W1/tokens?a=b', { user: null })
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspace/W1/tokens?a=b')
    expect(browserNavigation.replace).toHaveBeenCalledWith('http://localhost:9001/auth/login')
  })

  it('signs up with the flag, and may follow the link by hand', async () => {
    const { screen } = await renderApp('/signup', { user: null })
    const link = screen.getByRole('link', { name: 'Click here to sign up' })
    await expect.element(link).toHaveAttribute('href', 'http://localhost:9001/auth/login?signup=1')
    expect(browserNavigation.replace).toHaveBeenCalledWith('http://localhost:9001/auth/login?signup=1')
  })

  it('is not taken anywhere from an address that does not exist', async () => {
    const { screen } = await renderApp('/nowhere/at/all', { user: null })
    await expect.element(screen.getByRole('heading', { name: '404 not found :(' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Back to login' }))
      .toHaveAttribute('href', '/login')
  })

  it.each(['/login', '/signup', '/logout', '/logout-success', '/legal/tos', '/sign-in-problem', '/nowhere'])(
    'changes between light and dark on %s, and the choice is stored',
    async (path) => {
      const { screen } = await renderApp(path, { user: null })
      await screen.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click()
      const chosen = document.documentElement.dataset.theme
      expect(localStorage.getItem('SI-THEME')).toBe(chosen)
      await screen.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click()
      expect(localStorage.getItem('SI-THEME')).not.toBe(chosen)
    },
  )

  it('reads why a sign-in failed, with a way back', async () => {
    const { screen } = await renderApp('/sign-in-problem?reason=denied', { user: null })
    await expect.element(screen.getByText(/You turned the sign-in down/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to login' })).toBeVisible()
  })
})

describe('after sign-in', () => {
  it('leads to the stored path, once', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/profile')
    const { screen, address } = await renderApp('/login-success')
    await expect.element(screen.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()
    expect(address()).toBe('/profile')
    expect(storedRedirect()).toBeNull()
  })

  it('does not follow a stored address of another site', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '//evil.example')
    const { screen } = await renderApp('/login-success')
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  })

  it('leads to the default workspace where there is one', async () => {
    await renderApp('/login', { prepare: (api) => api.reply(workspaces.list, [workspace({ id: 'W1' })]) })
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
  })
})

describe('while signed in', () => {
  it('brings the sign-in page with the next 401 and keeps where the person was', async () => {
    const { screen, api, router } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.refuse(workspaces.read, 'SessionEnded')
    api.refuse(account.whoami, 'NotSignedIn')
    await router.navigate({ to: '/workspace/$workspaceId', params: { workspaceId: 'W1' } })
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspace/W1')
    loggedFailures()
  })

  it('says on the API tokens page that one must log in, until the sign-in page is there', async () => {
    const { screen, api, router, queryClient } = await renderApp('/workspace/W1/tokens', {
      prepare: (api) => api.reply(workspaces.read, workspace({ id: 'W1' })),
    })
    await expect.element(screen.getByRole('button', { name: 'Generate API Token' })).toBeVisible()
    // The guard looks again only when it is let.
    const guard = vi.spyOn(router, 'invalidate').mockResolvedValue(undefined)
    api.refuse(account.whoami, 'NotSignedIn')
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await expect.element(screen.getByText('You must log in to view workspace status.')).toBeVisible()
    guard.mockRestore()
    await router.invalidate()
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspace/W1/tokens')
  })

  it('forces a person to the notice as soon as a call tells that the account was paused', async () => {
    const { screen, api, router } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.reply(account.whoami, { user: person({ suspendedAt: '2025-01-01T00:00:00.000Z' }) })
    api.refuse(workspaces.read, 'AccountSuspended')
    api.reply(billing.readDetails, { billingDetails: {} as BillingDetails })
    await router.navigate({ to: '/workspace/$workspaceId', params: { workspaceId: 'W1' } })
    await expect.element(screen.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
    loggedFailures()
  })

  it('sends somebody without a reviewed profile to it and keeps the path', async () => {
    const { screen } = await renderApp('/invitation/abc', { user: person(unreviewed) })
    await expect.element(screen.getByRole('heading', { name: 'Welcome To System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/invitation/abc')
  })

  it('leaves for the workspace with the redirect', async () => {
    const { screen } = await renderApp('/workspace/W1/go?redirect=/changes')
    await expect.element(screen.getByRole('heading', { name: 'Redirecting to workspace...' })).toBeVisible()
    expect(browserNavigation.replace).toHaveBeenCalledWith(
      'http://localhost:9001/workspaces/W1/go?redirect=%2Fchanges',
    )
  })

  it('moves the focus to the heading of the page and names it in the tab after a navigation', async () => {
    const { screen } = await renderApp('/profile')
    await screen.getByRole('link', { name: 'Workspaces' }).click()
    const heading = screen.getByRole('heading', { level: 1, name: 'Create A Workspace' })
    await expect.element(heading).toHaveFocus()
    expect(document.title).toBe('Workspaces · System Initiative')
  })
})

describe('when Back brings a page out of the browser’s cache', () => {
  it('asks again who is signed in', async () => {
    const { screen, api } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.refuse(account.whoami, 'NotSignedIn')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
  })
})
