import { posthog } from 'posthog-js/no-external'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'

beforeAll(() => {
  env.analyticsUrl = 'http://analytics.test'
  env.analyticsKey = 'phc_test'
})
afterAll(() => {
  env.analyticsUrl = ''
})

it('analytics loads the library immediately when an event is tracked', async () => {
  const init = vi.spyOn(posthog, 'init').mockReturnValue(posthog)
  vi.spyOn(posthog, 'onFeatureFlags').mockReturnValue(() => {})
  const capture = vi.spyOn(posthog, 'capture').mockReturnValue(undefined)
  analytics.pageView('profile')
  expect(init).not.toHaveBeenCalled()
  analytics.track('initial_profile_set')
  await expect.poll(() => init).toHaveBeenCalledOnce()
  expect(capture.mock.calls.map(([name]) => name)).toEqual(['$pageview', 'ap-initial_profile_set'])
  vi.restoreAllMocks()
})
