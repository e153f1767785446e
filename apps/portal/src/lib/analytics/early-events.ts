/**
 * Events from before the analytics library has loaded. Pages such as the sign-in page may unload before that, so they send
 * their events themselves, to the service's public batch endpoint.
 */
import { ulid } from 'ulid'
import { cookieNamed } from '../cookie.ts'
import { env } from '../env.ts'
import { cleanAddress, withoutPersonalData } from './analytics-privacy.ts'

export type EventProperties = Record<string, string | number | boolean>

export interface EarlyEvent {
  event: string
  properties: EventProperties
  timestamp: Date
  isAutomated: boolean
}

/** Whether the browser is automated. The library ignores these too. */
function isAutomated(): boolean {
  return navigator.webdriver || /bot|crawl|spider|headless/i.test(navigator.userAgent)
}

/** Creates an event with its time and URL, because the library may send it later from another page. */
export function earlyEvent(event: string, properties: EventProperties): EarlyEvent {
  const { href, host, pathname } = window.location
  const place = { $current_url: cleanAddress(href), $host: host, $pathname: cleanAddress(pathname) }
  return {
    event,
    properties: { ...place, ...properties },
    timestamp: new Date(),
    isAutomated: isAutomated(),
  }
}

interface Visitor {
  distinct_id?: string
  $user_state?: string
}

/** Reads the library's visitor from storage, or from the cookie shared by the sites of a domain. */
function readVisitor(key: string): Visitor {
  const kept = localStorage.getItem(key) ?? cookieNamed(key)
  return kept ? (JSON.parse(kept) as Visitor) : {}
}

/** Returns the visitor. Creates one if the library has never run. The library reuses its id. */
function findVisitor(): Visitor & { distinct_id: string } {
  const id = ulid()
  try {
    const key = `ph_${env.analyticsKey}_posthog`
    const known = readVisitor(key)
    if (known.distinct_id) return { ...known, distinct_id: known.distinct_id }
    localStorage.setItem(key, JSON.stringify({ distinct_id: id, $device_id: id, $user_state: 'anonymous' }))
  } catch {
    // Storage is unavailable, so the visitor exists only on this page.
  }
  return { distinct_id: id }
}

/** Sends the events immediately, even while the page unloads, and assigns them to the signed-in user. */
export function sendEarlyEvents(all: readonly EarlyEvent[], userId: string | undefined): void {
  const events = all.filter(({ isAutomated }) => !isAutomated)
  if (events.length === 0) return
  const visitor = findVisitor()
  const identity = {
    token: env.analyticsKey,
    distinct_id: userId ?? visitor.distinct_id,
    $process_person_profile: userId !== undefined || visitor.$user_state === 'identified',
  }
  const batch = events.map(({ event, properties, timestamp }) =>
    withoutPersonalData({ event, properties: { ...properties, ...identity }, timestamp }),
  )
  // Sent as text, because JSON to another origin would need a preflight request.
  navigator.sendBeacon(`${env.analyticsUrl}/batch/`, JSON.stringify({ api_key: env.analyticsKey, batch }))
}
