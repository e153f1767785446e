import { posthog } from 'posthog-js/no-external'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'

const storageKey = 'ph_phc_early_posthog'

interface SentBatch {
  api_key: string
  batch: { event: string; timestamp: string; properties: Record<string, unknown> }[]
}

const beacon = vi.fn<typeof navigator.sendBeacon>()

/** The body and URL of the events sent on unload. */
function leavePage() {
  beacon.mockClear()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  return beacon.mock.calls.map(([address, body]) => ({
    address,
    ...(JSON.parse(String(body)) as SentBatch),
  }))
}

/** Makes the browser look like a user's and not an automated one. */
function browse({ webdriver = false, userAgent = 'Mozilla/5.0 Chrome/140.0.0.0' } = {}) {
  vi.spyOn(navigator, 'webdriver', 'get').mockReturnValue(webdriver)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

beforeEach(() => {
  env.analyticsUrl = 'http://analytics.test'
  env.analyticsKey = 'phc_early'
  vi.spyOn(navigator, 'sendBeacon').mockImplementation(beacon.mockReturnValue(true))
  browse()
})
afterEach(() => {
  leavePage()
  vi.restoreAllMocks()
  env.analyticsUrl = ''
  env.analyticsKey = ''
})

describe('page that unloads before the analytics library has loaded', () => {
  it('sends its views once to the batch endpoint, with the route name and without query strings', () => {
    history.replaceState(null, '', '?email=ada@example.com')
    analytics.pageView('login')
    history.replaceState(null, '', '?')
    const [sent, ...more] = leavePage()
    expect(more).toEqual([])
    expect(sent).toMatchObject({ address: 'http://analytics.test/batch/', api_key: 'phc_early' })
    expect(sent?.batch).toEqual([
      {
        event: '$pageview',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        properties: {
          routeName: 'login',
          token: 'phc_early',
          distinct_id: expect.any(String),
          $process_person_profile: false,
          $current_url: window.location.origin + window.location.pathname,
          $host: window.location.host,
          $pathname: window.location.pathname,
        },
      },
    ])
    expect(JSON.stringify(sent)).not.toContain('ada@')
    expect(leavePage()).toEqual([])
  })

  it('uses the same visitor each time, and so does the library later', () => {
    analytics.pageView('login')
    const [first] = leavePage()
    analytics.pageView('legal')
    const [second] = leavePage()
    const id = first?.batch[0]?.properties.distinct_id
    expect(second?.batch[0]?.properties.distinct_id).toBe(id)
    const library = posthog.init(
      'phc_early',
      {
        api_host: env.analyticsUrl,
        advanced_disable_flags: true,
        autocapture: false,
        capture_pageview: false,
      },
      'after-early-events',
    )
    expect(library.get_distinct_id()).toBe(id)
  })

  it('uses the visitor stored by the library, identified or not', () => {
    const stored = { distinct_id: 'U7', $user_state: 'identified' }
    localStorage.setItem(storageKey, JSON.stringify(stored))
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties).toMatchObject({
      distinct_id: 'U7',
      $process_person_profile: true,
    })
    expect(localStorage.getItem(storageKey)).toBe(JSON.stringify(stored))
  })

  it('uses the visitor from the cookie that sites of the domain share', () => {
    const kept = encodeURIComponent(JSON.stringify({ distinct_id: 'from-the-website' }))
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=1; ${storageKey}=${kept}`)
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).toBe('from-the-website')
    expect(localStorage.getItem(storageKey)).toBeNull()
  })

  it('assigns its events to the signed-in user', () => {
    analytics.pageView('workspace-go')
    // The guard may track the view shortly before the portal identifies the user.
    analytics.identify('U1')
    expect(leavePage()[0]?.batch[0]?.properties).toMatchObject({
      distinct_id: 'U1',
      $process_person_profile: true,
    })
    analytics.reset()
    analytics.pageView('logout-success')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).not.toBe('U1')
  })

  it('sends its views even if storage is unavailable', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).toEqual(expect.any(String))
  })

  it.each([
    ['is automated', { webdriver: true }],
    ['is a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ])('sends nothing if the browser %s', (_what, browser) => {
    browse(browser)
    analytics.pageView('login')
    expect(leavePage()).toEqual([])
  })

  it('stores and sends nothing if the service is not configured', () => {
    env.analyticsUrl = ''
    analytics.pageView('login')
    env.analyticsUrl = 'http://analytics.test'
    expect(leavePage()).toEqual([])
  })
})
