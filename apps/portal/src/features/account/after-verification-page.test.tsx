import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { describe, expect, it, vi } from 'vitest'
import { analytics } from '../../lib/analytics/analytics.ts'
import { shareRedirect } from '../../lib/guard/shared-redirect.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, unreviewed } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

// Query parameters added by Auth0.
const link = '/login-success?verification=done&success=true&message=Your%20email%20was%20verified.'

function arrive(before: Parameters<typeof person>[0], prepare: (api: FakeApi) => void = () => {}) {
  return renderApp(link, {
    user: person(before),
    prepare: (api) => {
      api.reply(account.refreshAuth0Profile, { user: person({ ...before, emailVerified: true }) })
      api.reply(billing.createIntegration, undefined)
      prepare(api)
    },
  })
}

describe('the page behind the verification link', () => {
  it('refreshes the profile first, then continues to the stored path with a toast', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const track = vi.spyOn(analytics, 'track')
    const held: { release?: () => void } = {}
    const { screen, api, address } = await arrive({ emailVerified: false }, (api) => {
      const reply = api.hold(account.refreshAuth0Profile)
      held.release = () => reply.release({ user: person() })
    })
    await expect
      .element(screen.getByRole('heading', { name: 'Verifying your email address...' }))
      .toBeVisible()
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspace/new')
    held.release?.()
    await expect.poll(address).toBe('/workspace/new')
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
    expect(track).toHaveBeenCalledExactlyOnceWith('email_verified')
    expect(api.requests(billing.createIntegration)).toHaveLength(1)
    track.mockRestore()
  })

  it('continues to the profile of a user who has not completed it', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { screen, address } = await arrive({ ...unreviewed, emailVerified: false })
    await expect.element(screen.getByRole('heading', { name: 'Welcome To System Initiative' })).toBeVisible()
    expect(address()).toBe('/profile')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspace/new')
  })

  it('uses a path shared by another tab once', async () => {
    shareRedirect(person().id, '/workspace/new')
    const first = await arrive({ emailVerified: true })
    await expect.poll(first.address).toBe('/workspace/new')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBeNull()
    await first.screen.unmount()
    const { address } = await arrive({ emailVerified: true })
    await expect.poll(address).toBe('/workspaces')
  })

  it.each([
    ['prefers a stored path to a shared path', person().id, 0, '/billing', '/billing'],
    ['ignores a path shared by another user', 'another user', 0, undefined, '/workspaces'],
    ['ignores a path shared more than ten minutes ago', person().id, 600_001, undefined, '/workspaces'],
  ])('%s', async (_what, userId, age, stored, expected) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - age)
    shareRedirect(userId, '/workspace/new')
    now.mockRestore()
    if (stored) localStorage.setItem('SI-LOGIN-REDIRECT', stored)
    const { address } = await arrive({ emailVerified: true })
    await expect.poll(address).toBe(expected)
  })

  it('shows the toast without tracking an event to a user whose email was already verified in another tab', async () => {
    const track = vi.spyOn(analytics, 'track')
    const { screen, api, address } = await arrive({ emailVerified: true })
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
    expect(track).not.toHaveBeenCalled()
    expect(api.requests(billing.createIntegration)).toEqual([])
    track.mockRestore()
  })

  it('offers both buttons while the email is unverified, and continues once it is verified', async () => {
    const { screen, api, address } = await arrive({ emailVerified: false }, (api) =>
      api.reply(account.refreshAuth0Profile, { user: person({ emailVerified: false }) }),
    )
    await expect
      .element(screen.getByRole('heading', { name: 'Your email address is not verified yet' }))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Resend Email' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Go to profile' }))
      .toHaveAttribute('href', '/profile')
    api.reply(account.refreshAuth0Profile, { user: person() })
    await screen.getByRole('button', { name: 'Not Verified, Try Again' }).click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
  })

  it('shows why the email could not be checked', async () => {
    const { screen } = await arrive({ emailVerified: false }, (api) =>
      api.refuse(account.refreshAuth0Profile, 'IdentityProviderUnavailable', { message: 'No answer' }),
    )
    await expect
      .element(screen.getByRole('heading', { name: 'We could not check your email address' }))
      .toBeVisible()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('ERROR: No answer')
    await expect.element(screen.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
