/**
 * Sends events to the analytics service, if one is configured: docs/product/analytics.md#events. Events never contain
 * an email, a name or a query string. The client library loads after the first paint.
 */
import { trackedEventPrefix } from '@portal/contract/limits'
import type { FeatureFlag } from '@portal/contract/portal-config'
import type { PostHog, PostHogConfig } from 'posthog-js'
import { env } from '../env.ts'
import { cleanAddress, withoutPersonalData } from './analytics-privacy.ts'
import { type EarlyEvent, type EventProperties, earlyEvent, sendEarlyEvents } from './early-events.ts'
import { whenIdle } from './when-idle.ts'

interface Step {
  run: (client: PostHog) => void
  /** The event sent by this step, if any. */
  early?: EarlyEvent
}

let client: PostHog | undefined
let waiting: Step[] = []
/** The user id, once the portal has identified the user. */
let userId: string | undefined
const flagListeners = new Set<() => void>()
let areFlagsLoaded = false

/** The library's own timeout for feature flags. */
const flagsTimeoutMs = 3_000

/**
 * Sends the queued events when the page unloads before the library has loaded. Other steps stay queued, because Back may
 * restore the page from the cache.
 */
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
  // Adding the same listener again has no effect.
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

/** The library stores the entry URL and sends it with every flag request, so it is stored without the query string. */
function keepCleanEntry(posthog: Pick<PostHog, 'register_once'>) {
  const u = cleanAddress(window.location.href)
  posthog.register_once({ $initial_person_info: { r: '$direct', u } }, undefined)
}

/** Gives a survey's styles the nonce of the page, which the content security policy requires. */
function allowStyle(style: HTMLStyleElement): HTMLStyleElement {
  style.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  return style
}

/** Overrides of the library's defaults. */
export const analyticsSettings = {
  // Pages and events are tracked by name only, because page content contains names and emails of users.
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
  prepare_external_dependency_stylesheet: allowStyle,
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
    areFlagsLoaded = true
    for (const listener of flagListeners) listener()
  })
  client = posthog
  for (const { run } of waiting) run(posthog)
  waiting = []
}

let isLoadStarted = false

function startLoad() {
  if (isLoadStarted) return
  isLoadStarted = true
  load().catch(() => console.warn('The analytics library could not be loaded.'))
}

export const analytics = {
  /** Loads the library once the page is idle. Does nothing unless the service is configured. */
  start(): void {
    if (!env.analyticsUrl) return
    whenIdle(startLoad)
  },
  /** Assigns later events to this user. Only the id is sent. */
  identify(id: string): void {
    if (!env.analyticsUrl) return
    userId = id
    whenLoaded((posthog) => posthog.identify(id))
  },
  alias(id: string): void {
    if (!env.analyticsUrl) return
    whenLoaded((posthog) => posthog.alias(id))
  },
  /** `name` has no prefix. The page may unload next, so the library starts loading immediately. */
  track(name: string, properties: EventProperties = {}): void {
    if (!env.analyticsUrl) return
    capture(`${trackedEventPrefix}${name}`, properties)
    startLoad()
  },
  pageView(routeName: string): void {
    if (env.analyticsUrl) capture('$pageview', { routeName })
  },
  /** Stops assigning events to the user. */
  reset(): void {
    if (!env.analyticsUrl) return
    userId = undefined
    whenLoaded((posthog) => {
      posthog.reset()
      keepCleanEntry(posthog)
    })
  },
  /** The service's value of a flag. Undefined until the flags are loaded. */
  flag(name: FeatureFlag): boolean | undefined {
    const value = client?.getFeatureFlag(name, { send_event: false })
    return value === undefined || value === null ? undefined : Boolean(value)
  },
  /** Resolves when the flags are loaded or the timeout has passed. Does not wait for the page to be idle. */
  async flagsLoaded(): Promise<void> {
    if (!env.analyticsUrl || areFlagsLoaded) return
    startLoad()
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
