/**
 * What is told to the analytics service (SPEC sections 1 and 7; RULES section 10): nothing unless it is configured, and
 * never an e-mail, a name or a query string. The client library is loaded after the first paint.
 */
import { trackedEventPrefix } from '@portal/contract/limits'
import type { PostHog, PostHogConfig } from 'posthog-js'
import { cleanAddress, withoutPersonalData } from './analytics-privacy.ts'
import { env, type FeatureFlag } from './env.ts'
import type { RouteName } from './route-names.ts'
import { whenIdle } from './when-idle.ts'

type Step = (client: PostHog) => void

let client: PostHog | undefined
let waiting: Step[] = []
const flagListeners = new Set<() => void>()
let isFlagSaid = false

/** As long as the library waits for an answer about flags (SPEC section 9). */
const flagsTimeoutMs = 3_000

function whenLoaded(step: Step) {
  if (!env.analyticsUrl) return
  if (client) step(client)
  else waiting.push(step)
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
  for (const step of waiting) step(posthog)
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
  identify(userId: string): void {
    whenLoaded((posthog) => posthog.identify(userId))
  },
  alias(userId: string): void {
    whenLoaded((posthog) => posthog.alias(userId))
  },
  /** `name` without the prefix. The page may be left next, so the library is fetched now if it is not there. */
  track(name: string, properties: Record<string, string | number | boolean> = {}): void {
    whenLoaded((posthog) => posthog.capture(`${trackedEventPrefix}${name}`, properties))
    if (env.analyticsUrl) begin()
  },
  pageView(routeName: RouteName): void {
    whenLoaded((posthog) => posthog.capture('$pageview', { routeName }))
  },
  /** Forgets the person. */
  reset(): void {
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
