import { account } from '@portal/contract/account/account'
import { type BillingDetails, billing } from '@portal/contract/billing/billing'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const storedRedirect = () => localStorage.getItem('SI-LOGIN-REDIRECT')

describe('the auth check', () => {
  it('shows the pulsing logo and a progress bar while it is pending', async () => {
    const { screen } = await renderApp('/workspaces', { prepare: (api) => void api.hold(account.whoami) })
    await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  })

  it('shows that the API is unavailable, with a retry', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (api) => api.disconnect(account.whoami),
    })
    await expect.element(screen.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible()
    expect(loggedFailures()).toEqual([expect.stringContaining('Network Error')])
    api.reply(account.whoami, { user: person() })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    expect(loggedFailures()).toEqual([])
  })
})

describe('a failed auth check', () => {
  const fail = (api: FakeApi) => api.refuse(account.whoami, 'DatabaseUnavailable')

  it.each([
    ['/legal/tos', 'Legal'],
    ['/print-legal/2024-09-25/tos', 'Terms of Service'],
    ['/nowhere', '404 not found :('],
    ['/sign-in-problem', 'We could not sign you in'],
    ['/logout', 'Logging you out...'],
    ['/logout-success', 'You have successfully logged out'],
    ['/account-deleted', 'Deleted accounts'],
    ['/signup', 'Welcome to System Initiative'],
    ['/', 'Welcome to System Initiative'],
  ])('still shows %s', async (path, heading) => {
    const { screen } = await renderApp(path, { prepare: fail })
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const line of loggedFailures()) expect(line).toContain('account.whoami failed')
  })

  it('does not redirect from /login until the API confirms that the user is signed out', async () => {
    const { screen, api } = await renderApp('/login', { prepare: fail })
    await expect.element(screen.getByText("We couldn't check whether you're signed in.")).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Click here to log in' }))
      .toHaveAttribute('href', 'http://localhost:9001/auth/login')
    const retry = screen.getByRole('button', { name: 'Try again' })
    await retry.click()
    await expect.poll(() => api.requests(account.whoami).length).toBe(2)
    await expect.element(retry).toHaveFocus()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(2)
    api.refuse(account.whoami, 'NotSignedIn')
    await retry.click()
    await vi.waitFor(
      () =>
        expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('http://localhost:9001/auth/login'),
      60_000,
    )
  })

  it('redirects a signed-in user from /login once the API is available', async () => {
    const { screen, api, address } = await renderApp('/login', { prepare: fail })
    const retry = screen.getByRole('button', { name: 'Try again' })
    await expect.element(retry).toBeVisible()
    api.reply(account.whoami, { user: person() })
    await retry.click()
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    expect(address()).toBe('/workspaces')
    expect(browserNavigation.replace).not.toHaveBeenCalled()
    loggedFailures()
  })

  it('stores the requested path, and shows one message within the frame', async () => {
    const { screen, address } = await renderApp('/login-success', {
      prepare: (api) => {
        localStorage.setItem('SI-LOGIN-REDIRECT', '/profile')
        fail(api)
      },
    })
    await expect
      .element(screen.getByRole('heading', { name: 'The service is briefly unavailable' }))
      .toBeVisible()
    await expect.element(screen.getByRole('contentinfo').getByRole('link', { name: 'Legal' })).toBeVisible()
    expect(screen.getByRole('alert').all()).toHaveLength(1)
    expect(address()).toBe('/login-success')
    expect(storedRedirect()).toBe('/profile')
    expect(loggedFailures()).toEqual([expect.stringContaining('account.whoami failed')])
  })

  it('shows the user on a public page once a later check succeeds', async () => {
    const { screen, api, queryClient } = await renderApp('/legal', { prepare: fail })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible()
    api.reply(account.whoami, { user: person({ needsTosUpdate: true }) })
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    await expect.element(screen.getByRole('heading', { name: 'Review Legal' })).toBeVisible()
    loggedFailures()
  })
})

describe('a signed-out user', () => {
  it('is redirected to the identity provider, and the path is stored', async () => {
    const { screen } = await renderApp('/workspace/W1/tokens?a=b', { user: null })
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspace/W1/tokens?a=b')
    expect(browserNavigation.replace).toHaveBeenCalledWith('http://localhost:9001/auth/login')
  })

  it('signs up with the signup flag, and can use the link', async () => {
    const { screen } = await renderApp('/signup', { user: null })
    const link = screen.getByRole('link', { name: 'Click here to sign up' })
    await expect.element(link).toHaveAttribute('href', 'http://localhost:9001/auth/login?signup=1')
    expect(browserNavigation.replace).toHaveBeenCalledWith('http://localhost:9001/auth/login?signup=1')
  })

  it('is not redirected from an unknown path', async () => {
    const { screen } = await renderApp('/nowhere/at/all', { user: null })
    await expect.element(screen.getByRole('heading', { name: '404 not found :(' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Back to login' }))
      .toHaveAttribute('href', '/login')
    expect(screen.getByRole('link', { name: 'Back to workspaces' }).query()).toBeNull()
  })

  it('changes between light and dark, stores the choice, and returns to the system’s theme', async () => {
    const { screen } = await renderApp('/login', { user: null })
    const toggle = screen.getByRole('button', { name: /^Use the (dark|light) theme$/ })
    const followSystem = screen.getByRole('button', { name: 'Use the system theme' })
    await expect.element(toggle).toBeVisible()
    const systemTheme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
    expect(followSystem.query()).toBeNull()
    await toggle.click()
    const chosen = document.documentElement.dataset.theme
    expect(localStorage.getItem('SI-THEME')).toBe(chosen)
    await toggle.click()
    expect(localStorage.getItem('SI-THEME')).not.toBe(chosen)
    await toggle.click()
    await followSystem.click()
    expect(localStorage.getItem('SI-THEME')).toBeNull()
    expect(document.documentElement.dataset.theme).toBe(systemTheme)
    await expect.element(toggle).toHaveFocus()
    expect(followSystem.query()).toBeNull()
  })

  it('sees why a sign-in failed, with a link back', async () => {
    const { screen } = await renderApp('/sign-in-problem?reason=denied', { user: null })
    await expect.element(screen.getByText(/You canceled the sign-in/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to login' })).toBeVisible()
  })
})

describe('an unknown path', () => {
  it('leads a signed-in user to the login and to the workspaces', async () => {
    const { screen } = await renderApp('/nowhere')
    await expect.element(screen.getByRole('link', { name: 'Back to login' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Back to workspaces' }))
      .toHaveAttribute('href', '/workspaces')
  })
})

describe('an address that cannot be decoded', () => {
  it.each(['/legal/%zz', '/%E0%A4%A', '/workspace/%zz/tokens'])('shows the 404 page for %s', async (path) => {
    const { screen } = await renderApp(path)
    await expect.element(screen.getByRole('heading', { name: '404 not found :(' })).toBeVisible()
  })
})

describe('the page after sign-in', () => {
  it('is the stored path, once', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/profile')
    const { screen, address } = await renderApp('/login-success')
    await expect.element(screen.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()
    expect(address()).toBe('/profile')
    expect(storedRedirect()).toBeNull()
  })

  it('is never a stored URL of another site', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '//evil.example')
    const { screen } = await renderApp('/login-success')
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
  })

  it('is the default workspace if there is one', async () => {
    await renderApp('/login', { prepare: (api) => api.reply(workspaces.list, [workspace({ id: 'W1' })]) })
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
  })
})

describe('the guard, while a user is signed in', () => {
  it('redirects to sign-in after a 401 and stores the path', async () => {
    const { screen, api, router } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.refuse(workspaces.read, 'SessionEnded')
    api.refuse(account.whoami, 'NotSignedIn')
    await router.navigate({ to: '/workspace/$workspaceId', params: { workspaceId: 'W1' } })
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspace/W1')
    loggedFailures()
  })

  it('redirects from the signed-out API tokens page to sign-in on the next navigation', async () => {
    const { screen, api, router, queryClient } = await renderApp('/workspace/W1/tokens', {
      prepare: (api) => api.reply(workspaces.read, workspace({ id: 'W1' })),
    })
    await expect.element(screen.getByRole('button', { name: 'Generate API Token' })).toBeVisible()
    api.refuse(account.whoami, 'NotSignedIn')
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await expect.element(screen.getByText('You must log in to view workspace status.')).toBeVisible()
    await router.navigate({ to: '/workspaces' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(storedRedirect()).toBe('/workspaces')
  })

  it('redirects to the notice as soon as a call reports that the account is suspended', async () => {
    const { screen, api, router } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.reply(account.whoami, { user: person({ suspendedAt: '2025-01-01T00:00:00.000Z' }) })
    api.refuse(workspaces.read, 'AccountSuspended')
    api.reply(billing.readDetails, { billingDetails: {} as BillingDetails })
    await router.navigate({ to: '/workspace/$workspaceId', params: { workspaceId: 'W1' } })
    await expect.element(screen.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
    loggedFailures()
  })

  it.each([
    ['is no longer staff', { isStaff: true }, 'Admin'],
    [
      'no longer has an email of the staff domain',
      { email: 'ada@systeminit.com' },
      'Feature not Enabled for account',
    ],
  ])('redirects from the admin page once the user %s', async (_, staff, heading) => {
    const { screen, api, address, queryClient } = await renderApp('/workspace-admin', { user: person(staff) })
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    api.reply(account.whoami, { user: person() })
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    await expect.poll(address).toBe('/workspaces')
  })

  it('moves the focus to the page heading and updates the tab title after a navigation', async () => {
    const { screen } = await renderApp('/profile')
    await screen.getByRole('link', { name: 'Workspaces' }).click()
    const heading = screen.getByRole('heading', { level: 1, name: 'Create A Workspace' })
    await expect.element(heading).toHaveFocus()
    expect(document.title).toBe('Workspaces · System Initiative')
  })
})

describe('a page restored from the bfcache by Back', () => {
  it('checks the session again', async () => {
    const { screen, api } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    api.refuse(account.whoami, 'NotSignedIn')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
  })
})
