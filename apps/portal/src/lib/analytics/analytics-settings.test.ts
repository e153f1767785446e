import { posthog } from 'posthog-js/no-external'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { analyticsSettings } from './analytics.ts'

const host = 'http://analytics.test'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The library reads the browser's `fetch` when it loads, so the test replaces `fetch` before that. */
const { service } = vi.hoisted(() => {
  const service = vi.fn<typeof fetch>()
  const real = window.fetch.bind(window)
  window.fetch = (address, options) =>
    String(address).startsWith('http://analytics.test') ? service(address, options) : real(address, options)
  return { service }
})

let instances = 0

/** The library with the portal's settings, but with readable requests and without the filter for automated browsers. */
function begin() {
  instances += 1
  return posthog.init(
    // The library stores its data by key.
    `phc_test_${instances}`,
    {
      api_host: host,
      advanced_disable_flags: true,
      disable_compression: true,
      opt_out_useragent_filter: true,
      persistence: 'memory',
      ...analyticsSettings,
    },
    `under-test-${instances}`,
  )
}

/** A response whose text resolves immediately, because these tests use a fake clock. */
const answer = (status: number, body: object = {}) =>
  Object.assign(new Response(null, { status }), { text: async () => JSON.stringify(body) })
const sentEvents = () =>
  service.mock.calls.map(([, options]) => {
    const { batch, data } = JSON.parse(String(options?.body))
    const events: { event: string }[] = batch ?? data ?? JSON.parse(String(options?.body))
    return events.map(({ event }) => event)
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  // The library logs the events that it drops.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  service.mockReset().mockImplementation(async () => answer(200))
})
afterEach(() => vi.restoreAllMocks())

describe('analytics library', () => {
  it('keeps its own defaults', () => {
    const { config } = posthog.init(
      'phc_test',
      { api_host: host, advanced_disable_flags: true, ...analyticsSettings },
      'as-it-comes',
    )
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

  it('records no sessions and captures only exceptions automatically', () => {
    expect(begin().config).toMatchObject({
      disable_session_recording: true,
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
    })
  })

  it("gives the styles of surveys the page's nonce", () => {
    const meta = document.createElement('meta')
    meta.setAttribute('property', 'csp-nonce')
    meta.nonce = 'n1'
    document.head.append(meta)
    onTestFinished(() => meta.remove())
    const { prepare_external_dependency_stylesheet: prepare } = begin().config
    expect(prepare?.(document.createElement('style'))?.nonce).toBe('n1')
  })

  it('sends batched events every 3 seconds', async () => {
    const client = begin()
    client.capture('one')
    client.capture('two')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(service).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(sentEvents()).toEqual([['one', 'two']])
  })

  it('retries 10 times with growing delays of at most 30 minutes', async () => {
    service.mockImplementation(async () => answer(500))
    const times: number[] = []
    begin().capture('one')
    service.mockImplementation(async () => {
      times.push(Date.now())
      return answer(500)
    })
    await vi.advanceTimersByTimeAsync(2 * hourMs)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gaps).toHaveLength(10)
    for (const [index, gap] of gaps.entries()) {
      // The queue is checked every 3 seconds.
      const wanted = Math.min(30 * minuteMs, 3_000 * 2 ** index)
      expect(gap).toBeGreaterThanOrEqual(wanted)
      expect(gap).toBeLessThan(wanted + 6_001)
    }
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30 * minuteMs)
  })

  it('times out a request after 60 seconds', async () => {
    service.mockImplementation(() => new Promise(() => {}))
    begin().capture('one')
    await vi.advanceTimersByTimeAsync(3_000)
    const signal = service.mock.calls[0]?.[1]?.signal
    await vi.advanceTimersByTimeAsync(59_999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal?.aborted).toBe(true)
  })

  it('accepts a burst of 100 events and 10 events per second after that', async () => {
    const client = begin()
    const taken = (count: number) =>
      Array.from({ length: count }, (_, index) => client.capture(`event-${index}`)).filter(Boolean).length
    expect(taken(130)).toBe(100)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(taken(30)).toBe(10)
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(taken(130)).toBe(100)
  })

  it('sends nothing for 60 seconds after the service reports an exceeded quota', async () => {
    service.mockImplementation(async () => answer(200, { quota_limited: ['events'] }))
    const client = begin()
    client.capture('one')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sentEvents()).toEqual([['one']])
    await vi.advanceTimersByTimeAsync(56_000)
    client.capture('in the pause')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(service).toHaveBeenCalledOnce()
    client.capture('after it')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sentEvents().at(-1)).toEqual(['after it'])
  })

  it('starts a new session after 30 minutes without an event, and after 24 hours at the latest', () => {
    const { sessionManager } = begin()
    const began = Date.now()
    const sessionAt = (time: number) =>
      sessionManager?.checkAndGetSessionAndWindowId(false, began + time).sessionId
    const first = sessionAt(0)
    expect(sessionAt(30 * minuteMs)).toBe(first)
    const second = sessionAt(60 * minuteMs + 1)
    expect(second).not.toBe(first)
    const beginning = 60 * minuteMs + 1
    for (let time = 0; time <= 24 * hourMs; time += 20 * minuteMs) {
      expect(sessionAt(beginning + time)).toBe(second)
    }
    expect(sessionAt(beginning + 24 * hourMs + 1)).not.toBe(second)
  })

  it('flushes heatmaps every 5 seconds if they are enabled', () => {
    expect(begin().heatmaps?.flushIntervalMilliseconds).toBe(5_000)
    expect(begin().heatmaps?.isEnabled).toBe(false)
  })
})
