import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const unverified = person({ emailVerified: false })

async function openInbox() {
  const app = await renderApp('/profile', {
    user: unverified,
    prepare: (api) => api.reply(billing.createIntegration, undefined),
  })
  const button = (name: string) => app.screen.getByRole('button', { name })
  await expect.element(app.screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  return { ...app, button }
}

describe('the inbox screen', () => {
  it('shows the email and replaces the banner', async () => {
    const { screen, button } = await openInbox()
    await expect.element(screen.getByRole('main').getByText('ada@example.com')).toBeVisible()
    await expect.element(screen.getByText('Please verify your email address')).toBeVisible()
    await expect.element(button('Already verified?')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Email verification' }).query()).toBeNull()
  })

  it('shows the check in progress, then that the email is still unverified', async () => {
    const { screen, api, button } = await openInbox()
    const held = api.hold(account.refreshAuth0Profile)
    await button('Already verified?').click()
    await expect.element(button('Loading...')).toBeVisible()
    held.release({ user: unverified })
    await expect.element(button('Not Verified, Try Again')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
  })

  it('offers the check again ten seconds after a failed one', async () => {
    const { button } = await openInbox()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shows = (name: string) =>
      vi.waitFor(() => expect(button(name).query()).not.toBeNull(), { timeout: 60_000, interval: 20 })
    await button('Already verified?').click()
    await shows('Not Verified, Try Again')
    await vi.advanceTimersByTimeAsync(10_000)
    await shows('Already verified?')
  })

  it('shows the profile that a check loaded, even if the email is still unverified', async () => {
    const { screen, api, button } = await openInbox()
    const email = 'ada@analytical.example'
    api.reply(account.refreshAuth0Profile, { user: person({ emailVerified: false, email }) })
    await button('Already verified?').click()
    await expect.element(screen.getByRole('main').getByText(email)).toBeVisible()
  })

  it('removes the error of one button when the other is pressed', async () => {
    const { screen, api, button } = await openInbox()
    api.refuse(account.resendEmailVerification, 'TooManyRequests', { message: 'Wait a minute' })
    await button('Resend Email').click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('ERROR: Wait a minute')
    await button('Already verified?').click()
    await expect.element(button('Not Verified, Try Again')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()

    api.refuse(account.refreshAuth0Profile, 'IdentityProviderUnavailable', { message: 'No answer' })
    await button('Not Verified, Try Again').click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('ERROR: No answer')
    api.reply(account.resendEmailVerification, undefined)
    await button('Resend Email').click()
    await expect.element(screen.getByText('We sent another email to ada@example.com.')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
    expect(loggedFailures()).toHaveLength(2)
  })

  it('continues to the stored path with a toast', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { screen, api, button, address } = await openInbox()
    api.reply(account.refreshAuth0Profile, { user: person() })
    await button('Already verified?').click()
    await expect.poll(address).toBe('/workspace/new')
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBeNull()
  })

  it('continues to the default workspace without a stored path', async () => {
    const { screen, api, button } = await openInbox()
    api.reply(workspaces.list, [workspace({ id: 'W1' })])
    api.reply(account.refreshAuth0Profile, { user: person() })
    await button('Already verified?').click()
    await vi.waitFor(
      () => expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go'),
      60_000,
    )
    await expect.element(screen.getByRole('link', { name: 'Go to workspaces' })).toBeVisible()
  })

  it('continues to the same page as the tab that opened the link', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { api, address } = await openInbox()
    localStorage.removeItem('SI-LOGIN-REDIRECT')
    api.reply(account.whoami, { user: person() })
    window.dispatchEvent(new FocusEvent('focus'))
    await expect.poll(address).toBe('/workspace/new')
  })

  it('links to the profile form, which keeps the banner and returns here after saving', async () => {
    const { screen, api, address, button } = await openInbox()
    await screen.getByRole('link', { name: 'Edit profile' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Update Your Profile' })).toHaveFocus()
    expect(address()).toBe('/profile?edit=true')
    await expect.element(screen.getByRole('region', { name: 'Email verification' })).toBeVisible()
    api.reply(account.update, { user: unverified })
    await screen.getByRole('textbox', { name: /^Nickname/ }).fill('countess')
    await button('Save').click()
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expect.element(screen.getByText('Updated your profile!')).toBeVisible()
  })

  it('keeps the form open if the email is verified during editing', async () => {
    const { screen, api, router } = await openInbox()
    await router.navigate({ to: '/profile', search: { edit: true } })
    await screen.getByRole('textbox', { name: /^Nickname/ }).fill('countess')
    api.reply(account.whoami, { user: person() })
    window.dispatchEvent(new FocusEvent('focus'))
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: /^Nickname/ })).toHaveValue('countess')
  })
})
