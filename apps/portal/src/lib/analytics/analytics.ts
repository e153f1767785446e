/**
 * What is told to the analytics service (SPEC sections 1 and 7; RULES section 10): nothing unless it is configured, and
 * never an e-mail, a name or a query string. The client library is loaded after the first paint.
 */
import { trackedEventPrefix } from '@portal/contract/limits'
import type { PostHog, PostHogConfig } from 'posthog-js'
import { env, type FeatureFlag } from '../env.ts'
import type { RouteName } from '../guard/route-names.ts'
import { cleanAddress, withoutPersonalData } from './analytics-privacy.ts'
import { type EarlyEvent, type EventProperties, earlyEvent, sendEarlyEvents } from './early-events.ts'
import { whenIdle } from './when-idle.ts'

interface Step {
  run: (client: PostHog) => void
  /** What this step sends, where it is an event. */
  early?: EarlyEvent
}

let client: PostHog | undefined
let waiting: Step[] = []
/** The user, as far as the portal has said. */
let userId: string | undefined
const flagListeners = new Set<() => void>()
let isFlagSaid = false

/** As long as the library waits for an answer about flags (SPEC section 9). */
const flagsTimeoutMs = 3_000

/** The page is left before the library has come. What is no event waits on: Back may bring the page out of the cache. */
function sendWaitingEvents() {
  const events = waiting.flatMap(({ early }) => early ?? [])
  waiting = waiting.filter(({ early }) => !early)
  sendEarlyEvents(events, userId)
}

function whenLoaded(run: Step['run'], early?: EarlyEvent) {
  if (client) {
    run(client)
    return
  }
  // The same listener again is no second one.
  window.addEventListener('pagehide', sendWaitingEvents)
  waiting.push({ run, early })
}

function capture(event: string, properties: EventProperties) {
  if (client) {
    client.capture(event, properties)
    return
  }
  const early = earlyEvent(event, properties)
  whenLoaded((posthog) => posthog.capture(event, early.properties, { timestamp: early.timestamp }), early)
}

/** The library keeps where a person came in and sends it with every question about flags: kept without the query. */
function keepCleanEntry(posthog: Pick<PostHog, 'register_once'>) {
  const u = cleanAddress(window.location.href)
  posthog.register_once({ $initial_person_info: { r: '$direct', u } }, undefined)
}

/** All that differs from the library's own defaults (SPEC section 9), which stay. */
export const analyticsSettings = {
  // Pages and events are told by name; what is clicked and read holds names and addresses of people.
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_dead_clicks: false,
  capture_heatmaps: false,
  capture_performance: false,
  disable_session_recording: true,
  save_campaign_params: false,
  save_referrer: false,
  capture_exceptions: {
    capture_unhandled_errors: true,
    capture_unhandled_rejections: true,
    capture_console_errors: false,
  },
  disable_web_experiments: false,
  disable_conversations: true,
  disable_product_tours: true,
  before_send: withoutPersonalData,
  loaded: keepCleanEntry,
} satisfies Partial<PostHogConfig>

async function load() {
  const [{ posthog }, { provideExtensions }] = await Promise.all([
    import('posthog-js/no-external'),
    import('./analytics-extensions.ts'),
  ])
  provideExtensions()
  posthog.init(env.analyticsKey, { api_host: env.analyticsUrl, ...analyticsSettings })
  posthog.onFeatureFlags(() => {
    isFlagSaid = true
    for (const listener of flagListeners) listener()
  })
  client = posthog
  for (const { run } of waiting) run(posthog)
  waiting = []
}

let isBegun = false

function begin() {
  if (isBegun) return
  isBegun = true
  load().catch(() => console.warn('The analytics library could not be loaded.'))
}

export const analytics = {
  /** Begins loading once the page has been painted and is idle. Does nothing unless the service is configured. */
  start(): void {
    if (!env.analyticsUrl) return
    whenIdle(begin)
  },
  /** From here on events belong to this person, known by the id alone. */
  identify(id: string): void {
    if (!env.analyticsUrl) return
    userId = id
    whenLoaded((posthog) => posthog.identify(id))
  },
  alias(id: string): void {
    if (!env.analyticsUrl) return
    whenLoaded((posthog) => posthog.alias(id))
  },
  /** `name` without the prefix. The page may be left next, so the library is fetched now if it is not there. */
  track(name: string, properties: EventProperties = {}): void {
    if (!env.analyticsUrl) return
    capture(`${trackedEventPrefix}${name}`, properties)
    begin()
  },
  pageView(routeName: RouteName): void {
    if (env.analyticsUrl) capture('$pageview', { routeName })
  },
  /** Forgets the person. */
  reset(): void {
    if (!env.analyticsUrl) return
    userId = undefined
    whenLoaded((posthog) => {
      posthog.reset()
      keepCleanEntry(posthog)
    })
  },
  /** What the service says of a flag; undefined until it has spoken. */
  flag(name: FeatureFlag): boolean | undefined {
    const said = client?.getFeatureFlag(name, { send_event: false })
    return said === undefined || said === null ? undefined : Boolean(said)
  },
  /** Resolves when the service has spoken of the flags, or has had its time to. Does not wait for the page to be idle. */
  async flagsSaid(): Promise<void> {
    if (!env.analyticsUrl || isFlagSaid) return
    begin()
    await new Promise<void>((resolve) => {
      const stop = analytics.onFlags(done)
      const timer = setTimeout(done, flagsTimeoutMs)
      function done() {
        stop()
        clearTimeout(timer)
        resolve()
      }
    })
  },
  onFlags(listener: () => void): () => void {
    flagListeners.add(listener)
    return () => {
      flagListeners.delete(listener)
    }
  },
}
