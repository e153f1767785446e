import { beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
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

it('the logout-success page confirms the sign-out, then redirects to the marketing site', async () => {
  const screen = await render(<LogoutSuccessPage />)
  const heading = screen.getByRole('heading', { name: 'You have successfully logged out' })
  await expect.element(heading).toBeVisible()
  await vi.runAllTimersAsync()
  expect(browserNavigation.replace).toHaveBeenCalledExactlyOnceWith('https://www.systeminit.com')
})
