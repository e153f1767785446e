import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { analytics } from '../lib/analytics/analytics.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, unreviewed } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const unverified = person({ emailVerified: false })

describe('the header', () => {
  it('links the logo to the workspaces, and shows the links and the user', async () => {
    const { screen } = await renderApp('/profile')
    await expect.element(screen.getByRole('link', { name: 'Workspaces' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Billing' })).toBeVisible()
    const logo = screen.getByRole('banner').getByRole('link', { name: 'System Initiative' })
    await expect.element(logo).toHaveAttribute('href', '/workspaces')
    const code = screen.getByRole('link', { name: /^Code/ })
    await expect.element(code).toHaveAttribute('href', 'https://github.com/systeminit/si')
    const chat = screen.getByRole('link', { name: /^Chat/ })
    await expect.element(chat).toHaveAttribute('href', 'https://discord.gg/system-init')
    const docs = screen.getByRole('link', { name: /^Docs/ })
    await expect.element(docs).toHaveAttribute('href', 'https://docs.systeminit.com')
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
  })

  it('fits into 1440 px at a zoom of 200 %, however long the name is', async () => {
    const [width, height] = [window.innerWidth, window.innerHeight]
    onTestFinished(() => page.viewport(width, height))
    await page.viewport(720, 450)
    const { screen } = await renderApp('/profile', { user: person({ firstName: 'W'.repeat(200) }) })
    await expect.element(screen.getByRole('button', { name: /^Hi W/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(720)
  })

  it('never covers a control that the focus moves up to', async () => {
    const { screen } = await renderApp('/profile')
    const [first, second] = [screen.getByLabelText('First Name'), screen.getByLabelText('Last Name')]
    await expect.element(second).toBeVisible()
    screen.getByRole('main').element().style.minHeight = '300vh'
    window.scrollTo(0, window.scrollY + first.element().getBoundingClientRect().top - 20)
    second.element().focus({ preventScroll: true })
    await userEvent.tab({ shift: true })
    await expect.element(first).toHaveFocus()
    const header = screen.getByRole('banner').element().getBoundingClientRect()
    expect(first.element().getBoundingClientRect().top).toBeGreaterThan(header.bottom)
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

  it('shows the links of an unverified user as disabled, with the reason', async () => {
    const { screen, address } = await renderApp('/profile', { user: unverified })
    const main = screen.getByRole('navigation', { name: 'Main' })
    for (const name of ['Workspaces', 'Billing']) {
      const link = main.getByRole('link', { name })
      await expect.element(link).toHaveAttribute('aria-disabled', 'true')
      await expect.element(link).toHaveAccessibleDescription('Verify your email address first.')
      await expect.element(link).not.toHaveAttribute('href')
    }
    await screen.getByRole('link', { name: 'System Initiative' }).click()
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    expect(address()).toBe('/profile')
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

  it('links to the profile and to the sign-out', async () => {
    const { item, address } = await open('/workspaces')
    await expect.element(item('Log out')).toBeVisible()
    expect(item('Admin').query()).toBeNull()
    await item('Profile').click()
    await expect.poll(address).toBe('/profile')
  })

  it.each([
    ['Security', '/profile/security'],
    ['My tokens', '/profile/tokens'],
  ])('links to %s', async (name, path) => {
    const { screen, address, item } = await open('/workspaces')
    await screen.getByRole('link', { name }).click()
    await expect.poll(address).toBe(path)
    await expect.element(item('Log out')).not.toBeInTheDocument()
  })

  it('returns to the system theme by keyboard, and removes the stored choice', async () => {
    const { screen } = await renderApp('/profile')
    const toggle = screen.getByRole('button', { name: /^Use the (dark|light) theme$/ })
    await expect.element(toggle).toBeVisible()
    const systemTheme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
    await toggle.click()
    expect(localStorage.getItem('SI-THEME')).not.toBeNull()
    const menu = screen.getByRole('button', { name: /^Hi/ })
    await menu.click()
    const back = screen.getByRole('menuitem', { name: 'Use the system theme' })
    await expect.element(back).toBeVisible()
    await userEvent.keyboard('{End}{ArrowUp}')
    await expect.element(back).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(menu).toHaveFocus()
    expect(localStorage.getItem('SI-THEME')).toBeNull()
    expect(document.documentElement.dataset.theme).toBe(systemTheme)
    await menu.click()
    await expect.element(screen.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    expect(back.query()).toBeNull()
  })

  it('hides Profile on the review page', async () => {
    const { item, screen } = await open('/review-legal', person({ needsTosUpdate: true }))
    await expect.element(item('Log out')).toBeVisible()
    expect(item('Profile').query()).toBeNull()
    expect(screen.getByRole('link', { name: 'Security' }).query()).toBeNull()
  })

  it('shows Admin to staff', async () => {
    const { item } = await open('/workspaces', person({ isStaff: true }))
    await expect.element(item('Admin')).toBeVisible()
  })
})

it('the footer has help, legal and a copyright line', async () => {
  const { screen } = await renderApp('/workspaces')
  const footer = screen.getByRole('contentinfo')
  await expect
    .element(footer.getByRole('link', { name: 'Help' }))
    .toHaveAttribute('href', 'mailto:help@systeminit.com')
  await expect.element(footer.getByRole('link', { name: 'Legal' })).toHaveAttribute('href', '/legal')
  await expect.element(footer.getByText(/^© \d{4} System Initiative$/)).toBeVisible()
})

describe('the verification banner', () => {
  it('is shown while the email is unverified, and hidden once the check succeeds', async () => {
    const { screen, api } = await renderApp('/legal', { user: unverified })
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

  it('marks the user verified if resending reports a verified email', async () => {
    const { screen, api } = await renderApp('/legal', { user: unverified })
    api.refuse(account.resendEmailVerification, 'EmailAlreadyVerified')
    api.reply(account.refreshAuth0Profile, { user: person() })
    await screen.getByRole('button', { name: 'Resend Email' }).click()
    await expect.poll(() => screen.getByRole('region', { name: 'Email verification' }).query()).toBeNull()
  })
})

describe('the watch for a verified email', () => {
  const focus = () => window.dispatchEvent(new FocusEvent('focus'))

  it('checks when the tab is focused, removes the banner and shows a toast', async () => {
    const { screen, api } = await renderApp('/legal', { user: unverified })
    const banner = screen.getByRole('region', { name: 'Email verification' })
    await expect.element(banner).toBeVisible()
    api.reply(account.refreshAuth0Profile, { user: person() })
    api.reply(billing.createIntegration, undefined)
    const track = vi.spyOn(analytics, 'track')
    focus()
    await expect.element(screen.getByText('Your email address is verified.')).toBeVisible()
    expect(banner.query()).toBeNull()
    expect(track).toHaveBeenCalledExactlyOnceWith('email_verified')
    expect(api.requests(billing.createIntegration)).toHaveLength(1)
    track.mockRestore()
  })

  it('shows and logs nothing when the identity provider is unavailable', async () => {
    const { screen, api } = await renderApp('/legal', { user: unverified })
    await expect.element(screen.getByRole('button', { name: 'Already verified?' })).toBeVisible()
    api.refuse(account.refreshAuth0Profile, 'IdentityProviderUnavailable')
    focus()
    await expect.poll(() => api.requests(account.refreshAuth0Profile)).toHaveLength(1)
    await expect.element(screen.getByRole('button', { name: 'Already verified?' })).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
    expect(loggedFailures()).toEqual([])
  })

  it('does not check for a verified or a quarantined user', async () => {
    for (const user of [person(), { ...unverified, quarantinedAt: '2025-01-01T00:00:00.000Z' }]) {
      const { screen, api } = await renderApp('/legal', { user })
      await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
      focus()
      expect(api.requests(account.whoami)).toHaveLength(1)
      expect(api.requests(account.refreshAuth0Profile)).toEqual([])
      await screen.unmount()
    }
  })
})
