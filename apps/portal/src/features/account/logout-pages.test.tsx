import { beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'
import { LogoutPage } from './logout-page.tsx'
import { LogoutSuccessPage } from './logout-success-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

it('the logout page shows its message for 500 ms, then logs out', async () => {
  const screen = await render(<LogoutPage />)
  await expect.element(screen.getByRole('heading', { name: 'Logging you out...' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(499)
  expect(browserNavigation.replace).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('http://localhost:9001/auth/logout')
})

it('the logout page removes the unsaved input of every form from the browser', async () => {
  const billing = unsavedInput<string>('BILLING')
  billing.keep('U1', 'DE 123 456')
  sessionStorage.setItem('SI-UNSAVED-OTHER', '"not opened in this page"')
  sessionStorage.setItem('UNRELATED', 'kept')
  await render(<LogoutPage />)
  const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('SI-UNSAVED-'))
  await expect.poll(kept).toEqual([])
  expect(billing.take('U1')).toBeUndefined()
  expect(sessionStorage.getItem('UNRELATED')).toBe('kept')
  sessionStorage.removeItem('UNRELATED')
})

it('the logout page asks first when another site linked to it', async () => {
  const screen = await render(<LogoutPage asksFirst />)
  await expect.element(screen.getByRole('heading', { name: 'Do you want to log out?' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(browserNavigation.replace).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Log out' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Logging you out...' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(500)
  expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('http://localhost:9001/auth/logout')
})

it('the logout page lets the user stay signed in', async () => {
  const screen = await render(<LogoutPage asksFirst />)
  await screen.getByRole('button', { name: 'Stay signed in' }).click()
  expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('/workspaces')
})

it('the logout-success page confirms the sign-out, then redirects to the marketing site', async () => {
  const screen = await render(<LogoutSuccessPage />)
  const heading = screen.getByRole('heading', { name: 'You have successfully logged out' })
  await expect.element(heading).toBeVisible()
  await vi.runAllTimersAsync()
  expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('https://www.systeminit.com')
})
