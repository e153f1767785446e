import { posthog } from 'posthog-js/no-external'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'

const operations = ['identify', 'alias', 'capture', 'reset', 'register_once'] as const

beforeAll(() => {
  env.analyticsUrl = 'http://analytics.test'
  env.analyticsKey = 'phc_test'
})
afterAll(() => {
  env.analyticsUrl = ''
})

it('analytics queues identify, alias, events and page views until the library has loaded', async () => {
  const init = vi.spyOn(posthog, 'init').mockReturnValue(posthog)
  vi.spyOn(posthog, 'onFeatureFlags').mockReturnValue(() => {})
  const said: unknown[][] = []
  for (const name of operations) {
    vi.spyOn(posthog, name).mockImplementation((...parts: unknown[]) => void said.push([name, ...parts]))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] })
  analytics.identify('U1')
  analytics.start()
  await vi.advanceTimersByTimeAsync(900)
  expect(init, 'before the page is idle').not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(6_000)
  vi.useRealTimers()
  await expect.poll(() => init).toHaveBeenCalledOnce()
  expect(init.mock.calls[0]?.slice(0, 2)).toMatchObject(['phc_test', { api_host: 'http://analytics.test' }])
  analytics.alias('U2')
  analytics.track('initial_profile_set', { isFirst: true })
  analytics.pageView('workspaces')
  expect(said).toEqual([
    ['identify', 'U1'],
    ['alias', 'U2'],
    ['capture', 'ap-initial_profile_set', { isFirst: true }],
    ['capture', '$pageview', { routeName: 'workspaces' }],
  ])
  vi.restoreAllMocks()
})
