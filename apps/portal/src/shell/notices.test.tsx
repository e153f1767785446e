import { account } from '@portal/contract/account/account'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { person } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { isMobileBrowser } from './mobile-notice.tsx'

const now = '2025-01-01T00:00:00.000Z'

it('a user confined to a notice can sign out', async () => {
  const { screen } = await renderApp('/workspaces', {
    user: person({ suspendedAt: now, emailVerified: false }),
  })
  await expect.element(screen.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
  await screen.getByRole('button', { name: /^Hi/ }).click()
  await screen.getByRole('menuitem', { name: 'Log out' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Logging you out...' })).toBeVisible()
  await expect.poll(() => browserNavigation.replace).toHaveBeenCalledWith('http://localhost:9001/auth/logout')
})

it.each([
  ['', 'You are not a member of this workspace'],
  ['?reason=quarantined', 'This workspace is quarantined'],
  ['?reason=address', 'This address cannot be opened'],
])('the workspace page explains why a workspace was not opened: "%s"', async (search, title) => {
  const { screen } = await renderApp(`/not-a-member${search}`)
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to workspaces' })).toBeVisible()
})

it('isMobileBrowser distinguishes phones from desktop computers', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
  const desktop =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect(isMobileBrowser({ userAgent: phone, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileBrowser({ userAgent: desktop, maxTouchPoints: 0 })).toBe(false)
  expect(isMobileBrowser({ userAgent: desktop, maxTouchPoints: 10 })).toBe(false)
})

it('isMobileBrowser distinguishes an iPad from a Mac by its touch screen', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
  expect(isMobileBrowser({ userAgent, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileBrowser({ userAgent, maxTouchPoints: 0 })).toBe(false)
})

describe('the portal on a phone', () => {
  const usePhone = () => {
    const spy = vi.spyOn(navigator, 'userAgent', 'get')
    spy.mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile')
    onTestFinished(() => spy.mockRestore())
  }

  it.each(['/workspaces', '/login', '/workspace/W1/go'])(
    'shows a notice that it needs a desktop computer, without an auth check, at %s',
    async (path) => {
      usePhone()
      const { screen, api } = await renderApp(path)
      await expect
        .element(screen.getByText(/can only be used on a desktop computer\. Open this page there\.$/))
        .toBeVisible()
      expect(api.requests(account.whoami)).toEqual([])
      expect(browserNavigation.replace).not.toHaveBeenCalled()
    },
  )

  it('shows legal documents for printing', async () => {
    usePhone()
    const { screen } = await renderApp('/print-legal/2024-09-25/tos')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  })
})
