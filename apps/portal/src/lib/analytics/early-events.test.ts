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

/** What left with the page, and where to. */
function leavePage() {
  beacon.mockClear()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  return beacon.mock.calls.map(([address, body]) => ({
    address,
    ...(JSON.parse(String(body)) as SentBatch),
  }))
}

/** A browser of a person, not of a program. */
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

describe('a page that is left before the analytics library is loaded', () => {
  it('sends its views once, to the batch endpoint, with the route name and without query string', () => {
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

  it('is the same visitor every time, and to the library when it comes', () => {
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

  it('is the visitor whom the library has kept, known or not', () => {
    const stored = { distinct_id: 'U7', $user_state: 'identified' }
    localStorage.setItem(storageKey, JSON.stringify(stored))
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties).toMatchObject({
      distinct_id: 'U7',
      $process_person_profile: true,
    })
    expect(localStorage.getItem(storageKey)).toBe(JSON.stringify(stored))
  })

  it('is the visitor whom another site of the domain has met, by the library’s cookie', () => {
    const kept = encodeURIComponent(JSON.stringify({ distinct_id: 'from-the-website' }))
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=1; ${storageKey}=${kept}`)
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).toBe('from-the-website')
    expect(localStorage.getItem(storageKey)).toBeNull()
  })

  it('belongs to the user who is signed in', () => {
    analytics.pageView('workspace-go')
    // The guard may count the view a moment before the portal says who is there.
    analytics.identify('U1')
    expect(leavePage()[0]?.batch[0]?.properties).toMatchObject({
      distinct_id: 'U1',
      $process_person_profile: true,
    })
    analytics.reset()
    analytics.pageView('logout-success')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).not.toBe('U1')
  })

  it('sends its views where the browser keeps nothing for this site', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    analytics.pageView('login')
    expect(leavePage()[0]?.batch[0]?.properties.distinct_id).toEqual(expect.any(String))
  })

  it.each([
    ['is driven by a program', { webdriver: true }],
    ['is a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ])('sends nothing where the browser %s', (_what, browser) => {
    browse(browser)
    analytics.pageView('login')
    expect(leavePage()).toEqual([])
  })

  it('keeps and sends nothing where the service is not configured', () => {
    env.analyticsUrl = ''
    analytics.pageView('login')
    env.analyticsUrl = 'http://analytics.test'
    expect(leavePage()).toEqual([])
  })
})
