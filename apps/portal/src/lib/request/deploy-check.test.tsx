import { account } from '@portal/contract/account/account'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { DeployNotice } from '../../shell/deploy-notice.tsx'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { browserNavigation } from '../guard/browser-navigation.ts'

const fetched = vi.fn<typeof fetch>()
const manifest = (buildHash: string) => new Response(JSON.stringify({ buildHash }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

it('deploy check runs immediately and every 2 minutes without the cache, and opens the notice for a new hash', async () => {
  fetched.mockImplementation(async () => manifest('one'))
  const screen = await render(<DeployNotice runningBuildHash="one" />)
  await expect.poll(() => fetched.mock.calls).toHaveLength(1)
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/build-manifest.json', { cache: 'no-cache' })
  // The expectation above advances the fake clock a little.
  await vi.advanceTimersByTimeAsync(110_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  fetched.mockImplementation(async () => manifest('two'))
  await vi.advanceTimersByTimeAsync(10_000)
  const dialog = screen.getByRole('dialog', { name: 'Please refresh your browser' })
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  expect(browserNavigation.reload).toHaveBeenCalledOnce()
})

it('deploy check runs immediately when a chunk of the running build is missing', async () => {
  fetched.mockImplementation(async () => manifest('one'))
  const screen = await render(<DeployNotice runningBuildHash="one" />)
  fetched.mockImplementation(async () => manifest('two'))
  window.dispatchEvent(new Event('vite:preloadError'))
  await expect.element(screen.getByRole('dialog', { name: 'Please refresh your browser' })).toBeVisible()
})

it('deploy check runs while the auth check is pending, and after it failed', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'build-hash', content: 'one' })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  fetched.mockImplementation(async () => manifest('one'))
  const whoami: { refuse?: (type: 'DatabaseUnavailable') => void } = {}
  const { screen } = await renderApp('/workspaces', {
    prepare: (api) => Object.assign(whoami, api.hold(account.whoami)),
  })
  await expect.poll(() => fetched.mock.calls).toHaveLength(1)
  whoami.refuse?.('DatabaseUnavailable')
  await expect.element(screen.getByText("We couldn't check whether you're signed in.")).toBeVisible()
  loggedFailures()
  fetched.mockImplementation(async () => manifest('two'))
  await vi.advanceTimersByTimeAsync(120_000)
  await expect.element(screen.getByRole('dialog', { name: 'Please refresh your browser' })).toBeVisible()
})

it('deploy check stops silently when the manifest cannot be loaded', async () => {
  fetched.mockRejectedValue(new Error('offline'))
  await render(<DeployNotice runningBuildHash="one" />)
  await expect.poll(() => fetched.mock.calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('deploy check is off on the development server', async () => {
  await render(<DeployNotice />)
  expect(fetched).not.toHaveBeenCalled()
})
