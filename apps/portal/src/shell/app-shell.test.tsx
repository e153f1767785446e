import { account } from '@portal/contract/account'
import { billing } from '@portal/contract/billing'
import { describe, expect, it, vi } from 'vitest'
import { analytics } from '../lib/analytics.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, unreviewed } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const unverified = person({ emailVerified: false })

describe('the header', () => {
  it('leads by its logo to the workspaces, and has the links and the person', async () => {
    const { screen } = await renderApp('/profile')
    await expect.element(screen.getByRole('link', { name: 'Workspaces' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Billing' })).toBeVisible()
    const logo = screen.getByRole('banner').getByRole('link', { name: 'System Initiative' })
    await expect.element(logo).toHaveAttribute('href', '/workspaces')
    const code = screen.getByRole('link', { name: /^Code/ })
    await expect.element(code).toHaveAttribute('href', 'https://github.com/systeminit/si')
    const chat = screen.getByRole('link', { name: /^Chat/ })
    await expect.element(chat).toHaveAttribute('href', 'https://discord.gg/system-init')
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
  })

  it.each([
    ['has not been reviewed', '/profile', person(unreviewed)],
    ['has no nickname', '/profile', person({ nickname: null })],
    ['waits for the terms', '/review-legal', person({ needsTosUpdate: true })],
  ])('hides the links while the account %s', async (_why, path, user) => {
    const { screen } = await renderApp(path, { user })
    await expect.element(screen.getByRole('button', { name: /^Hi/ })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main' }).query()).toBeNull()
  })

  it('toggles the theme and stores the choice', async () => {
    const { screen } = await renderApp('/profile')
    await screen.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click()
    const chosen = document.documentElement.dataset.theme
    expect(localStorage.getItem('SI-THEME')).toBe(chosen)
  })
})

describe('the profile menu', () => {
  const open = async (path: string, user = person()) => {
    const { screen, address } = await renderApp(path, { user })
    await screen.getByRole('button', { name: /^Hi/ }).click()
    return { screen, address, item: (name: string) => screen.getByRole('menuitem', { name }) }
  }

  it('leads to the profile and to the sign-out', async () => {
    const { item, address } = await open('/workspaces')
    await expect.element(item('Log out')).toBeVisible()
    expect(item('Admin').query()).toBeNull()
    await item('Profile').click()
    await expect.poll(address).toBe('/profile')
  })

  it('has no Profile while the terms are reviewed', async () => {
    const { item } = await open('/review-legal', person({ needsTosUpdate: true }))
    await expect.element(item('Log out')).toBeVisible()
    expect(item('Profile').query()).toBeNull()
  })

  it('has Admin for staff, by the verified address alone', async () => {
    const { item } = await open('/workspaces', person({ email: 'ada@systeminit.com' }))
    await expect.element(item('Admin')).toBeVisible()
  })
})

it('has help, legal and a copyright line in the footer', async () => {
  const { screen } = await renderApp('/workspaces')
  const footer = screen.getByRole('contentinfo')
  await expect
    .element(footer.getByRole('link', { name: 'Help' }))
    .toHaveAttribute('href', 'mailto:help@systeminit.com')
  await expect.element(footer.getByRole('link', { name: 'Legal' })).toHaveAttribute('href', '/legal')
  await expect.element(footer.getByText(/^© \d{4} System Initiative$/)).toBeVisible()
})

describe('the verification banner', () => {
  it('is there while the e-mail is unverified, and gone once the check finds it verified', async () => {
    const { screen, api } = await renderApp('/profile', { user: unverified })
    const banner = screen.getByRole('region', { name: 'Email verification' })
    await expect.element(banner.getByText('Please verify your email address')).toBeVisible()
    api.reply(account.refreshAuth0Profile, { user: person() })
    api.reply(billing.createIntegration, undefined)
    const track = vi.spyOn(analytics, 'track')
    await banner.getByRole('button', { name: 'Already verified?' }).click()
    await expect.poll(() => banner.query()).toBeNull()
    expect(track).toHaveBeenCalledExactlyOnceWith('email_verified')
    expect(api.requests(billing.createIntegration)[0]?.params).toEqual({ userId: unverified.id })
    track.mockRestore()
  })

  it("changes the button's label when the address is still not verified", async () => {
    const { screen, api } = await renderApp('/profile', { user: unverified })
    api.reply(account.refreshAuth0Profile, { user: unverified })
    await screen.getByRole('button', { name: 'Already verified?' }).click()
    await expect.element(screen.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
    expect(api.requests(billing.createIntegration)).toEqual([])
  })

  it('shows a failure with its message', async () => {
    const { screen, api } = await renderApp('/profile', { user: unverified })
    api.refuse(account.refreshAuth0Profile, 'IdentityProviderUnavailable', { message: 'No answer' })
    await screen.getByRole('button', { name: 'Already verified?' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('ERROR: No answer')
    await expect.element(screen.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('hides the resend button once the mail is on its way', async () => {
    const { screen, api } = await renderApp('/profile', { user: unverified })
    api.reply(account.resendEmailVerification, undefined)
    const resend = screen.getByRole('button', { name: 'Resend Email' })
    await resend.click()
    await expect.element(screen.getByText('Sent. Please look into your inbox.')).toBeVisible()
    expect(resend.query()).toBeNull()
  })

  it('takes an address for verified that turns out to be so when the mail is to be sent again', async () => {
    const { screen, api } = await renderApp('/profile', { user: unverified })
    api.refuse(account.resendEmailVerification, 'EmailAlreadyVerified')
    api.reply(account.refreshAuth0Profile, { user: person() })
    await screen.getByRole('button', { name: 'Resend Email' }).click()
    await expect.poll(() => screen.getByRole('region', { name: 'Email verification' }).query()).toBeNull()
  })
})
