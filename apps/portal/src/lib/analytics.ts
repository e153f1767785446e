/**
 * What is told to the analytics service (SPEC sections 1 and 7; RULES section 10): nothing unless it is configured, and
 * never an e-mail, a name or a query string. The client library is loaded after the first paint.
 */
import { trackedEventPrefix } from '@portal/contract/limits'
import type { CaptureResult, PostHog } from 'posthog-js'
import { env, type FeatureFlag } from './env.ts'
import type { RouteName } from './route-names.ts'

type Step = (client: PostHog) => void

let client: PostHog | undefined
let waiting: Step[] = []
const flagListeners = new Set<() => void>()

function whenLoaded(step: Step) {
  if (!env.analyticsUrl) return
  if (client) step(client)
  else waiting.push(step)
}

/** The address without what follows `?` or `#`, and without a code that is a credential. */
function cleanAddress(value: string): string {
  return value.replace(/[?#].*$/s, '').replace(/\/invitation\/[^/]+/, '/invitation/-')
}

const addressKeys = /(?:url|referrer|pathname|href)$/i

/** Takes query strings out of every address that the library adds to an event by itself. */
export function withoutQueries(event: CaptureResult | null): CaptureResult | null {
  const clean = (bag: Record<string, unknown> | undefined) => {
    for (const [key, value] of Object.entries(bag ?? {})) {
      if (bag && typeof value === 'string' && addressKeys.test(key)) bag[key] = cleanAddress(value)
    }
  }
  clean(event?.properties)
  clean(event?.$set)
  clean(event?.$set_once)
  return event
}

async function load() {
  const { posthog } = await import('posthog-js')
  posthog.init(env.analyticsKey, {
    api_host: env.analyticsUrl,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    disable_session_recording: true,
    save_campaign_params: false,
    person_profiles: 'identified_only',
    before_send: withoutQueries,
  })
  posthog.onFeatureFlags(() => {
    for (const listener of flagListeners) listener()
  })
  client = posthog
  for (const step of waiting) step(posthog)
  waiting = []
}

export const analytics = {
  /** Begins loading once the page has been painted and is idle. Does nothing unless the service is configured. */
  start(): void {
    if (!env.analyticsUrl) return
    const begin = () => load().catch(() => console.warn('The analytics library could not be loaded.'))
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 5_000 })
    else setTimeout(begin, 1_000)
  },
  /** From here on events belong to this person, known by the id alone. */
  identify(userId: string): void {
    whenLoaded((posthog) => posthog.identify(userId))
  },
  alias(userId: string): void {
    whenLoaded((posthog) => posthog.alias(userId))
  },
  /** `name` without the prefix. */
  track(name: string, properties: Record<string, string | number | boolean> = {}): void {
    whenLoaded((posthog) => posthog.capture(`${trackedEventPrefix}${name}`, properties))
  },
  pageView(routeName: RouteName): void {
    whenLoaded((posthog) => posthog.capture('$pageview', { routeName }))
  },
  /** Forgets the person. */
  reset(): void {
    whenLoaded((posthog) => posthog.reset())
  },
  /** What the service says of a flag; undefined until it has spoken. */
  flag(name: FeatureFlag): boolean | undefined {
    return client?.isFeatureEnabled(name)
  },
  onFlags(listener: () => void): () => void {
    flagListeners.add(listener)
    return () => {
      flagListeners.delete(listener)
    }
  },
}
