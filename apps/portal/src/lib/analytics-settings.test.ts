import { posthog } from 'posthog-js/no-external'
import { describe, expect, it } from 'vitest'
import { analyticsSettings } from './analytics.ts'

/** The library as the portal sets it up, at a host that takes nothing. */
const { config } = posthog.init(
  'phc_test',
  { api_host: 'http://localhost:1', advanced_disable_flags: true, ...analyticsSettings },
  'under-test',
)

describe('the analytics library', () => {
  it('keeps its own defaults', () => {
    expect(config).toMatchObject({
      cookie_expiration: 365,
      feature_flag_request_timeout_ms: 3_000,
      session_idle_timeout_seconds: 30 * 60,
      request_queue_config: { flush_interval_ms: 3_000 },
      request_batching: true,
      persistence: 'localStorage+cookie',
      person_profiles: 'identified_only',
    })
    expect(config.rate_limiting ?? {}).toEqual({})
    expect(config.opt_out_useragent_filter).toBe(false)
  })

  it('records no sessions, and captures nothing by itself but exceptions', () => {
    expect(config).toMatchObject({
      disable_session_recording: true,
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
    })
  })
})
