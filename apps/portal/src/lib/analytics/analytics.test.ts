import type { CaptureResult } from 'posthog-js'
import { describe, expect, it } from 'vitest'
import { person } from '../../testing/people.ts'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'
import { withoutPersonalData } from './analytics-privacy.ts'
import { isFlagOn } from './flags.ts'

const capture = (properties: Record<string, unknown>) =>
  withoutPersonalData({ event: '$pageview', uuid: 'U', properties } as CaptureResult)?.properties

describe('analytics', () => {
  it('sends no query strings, fragments or invitation codes', () => {
    expect(
      capture({
        $current_url: 'https://portal.example/workspaces?email=ada@example.com#x',
        $referrer: 'https://id.example/u?state=secret',
        $pathname: '/invitation/abc',
        $session_entry_url: 'https://portal.example/invitation/abc?x=1',
        routeName: 'workspaces',
      }),
    ).toEqual({
      $current_url: 'https://portal.example/workspaces',
      $referrer: 'https://id.example/u',
      $pathname: '/invitation/-',
      $session_entry_url: 'https://portal.example/invitation/-',
      routeName: 'workspaces',
    })
  })

  it('sends and stores nothing if it is not configured', async () => {
    expect(env.analyticsUrl).toBe('')
    analytics.start()
    analytics.identify('U1')
    analytics.track('initial_profile_set')
    expect(analytics.flag('ADMIN_PAGE')).toBeUndefined()
    await analytics.flagsLoaded()
  })
})

describe('feature flags', () => {
  it('enable the admin page for staff, whatever their email', () => {
    expect(isFlagOn('ADMIN_PAGE', person({ isStaff: true }))).toBe(true)
    expect(isFlagOn('ADMIN_PAGE', person({ email: 'ada@systeminit.com' }))).toBe(false)
    expect(isFlagOn('ADMIN_PAGE', null)).toBe(false)
    expect(isFlagOn('APPROVALS_OPT_IN_OUT', person({ isStaff: true }))).toBe(false)
  })

  it('use the defaults from the configuration', () => {
    env.featureFlags = { ADMIN_PAGE: true }
    expect(isFlagOn('ADMIN_PAGE', person())).toBe(true)
    env.featureFlags = { ADMIN_PAGE: false }
    expect(isFlagOn('ADMIN_PAGE', person({ isStaff: true }))).toBe(false)
    env.featureFlags = {}
    expect(isFlagOn('ADMIN_PAGE', person())).toBe(false)
  })
})
