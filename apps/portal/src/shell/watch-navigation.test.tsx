import { beforeEach, expect, it, vi } from 'vitest'
import { analytics } from '../lib/analytics/analytics.ts'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { renderApp } from '../testing/render-app.tsx'

const pageView = vi.spyOn(analytics, 'pageView')
beforeEach(() => void pageView.mockReset())

it('watchNavigation records the workspace-go view once, before the browser leaves', async () => {
  vi.mocked(browserNavigation.replace).mockImplementation(() => {
    expect(pageView).toHaveBeenCalledExactlyOnceWith('workspace-go')
  })
  const { screen } = await renderApp('/workspace/W1/go')
  await expect.element(screen.getByRole('heading', { name: 'Redirecting to workspace...' })).toBeVisible()
  expect(browserNavigation.replace).toHaveBeenCalledOnce()
  expect(pageView).toHaveBeenCalledOnce()
})

it('watchNavigation records the view of the sign-in page and of each later page', async () => {
  const { router } = await renderApp('/login', { user: null })
  await vi.waitFor(() => expect(pageView).toHaveBeenCalledExactlyOnceWith('login'), 60_000)
  await router.navigate({ to: '/legal/{-$docSlug}' })
  await vi.waitFor(() => expect(pageView).toHaveBeenLastCalledWith('legal'), 60_000)
  expect(pageView).toHaveBeenCalledTimes(2)
})
