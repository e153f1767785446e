/**
 * Events from before the analytics library is loaded. A page that is left within seconds (the sign-in page, the way to a
 * workspace) is gone before the library comes, so it sends them itself, to the service's public batch endpoint.
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
  isByProgram: boolean
}

/** The library sends nothing of programs either. */
function isProgram(): boolean {
  return navigator.webdriver || /bot|crawl|spider|headless/i.test(navigator.userAgent)
}

/** Remembers when and where it happened: the library may send it later, from another page. */
export function earlyEvent(event: string, properties: EventProperties): EarlyEvent {
  const { href, host, pathname } = window.location
  const place = { $current_url: cleanAddress(href), $host: host, $pathname: cleanAddress(pathname) }
  return {
    event,
    properties: { ...place, ...properties },
    timestamp: new Date(),
    isByProgram: isProgram(),
  }
}

interface Visitor {
  distinct_id?: string
  $user_state?: string
}

/** The visitor as the library knows them: in storage, else in the cookie that sites of one domain share. */
function readVisitor(key: string): Visitor {
  const kept = localStorage.getItem(key) ?? cookieNamed(key)
  return kept ? (JSON.parse(kept) as Visitor) : {}
}

/** The visitor; a new one where the library has never run, which takes over the id that it finds. */
function findVisitor(): Visitor & { distinct_id: string } {
  const id = ulid()
  try {
    const key = `ph_${env.analyticsKey}_posthog`
    const known = readVisitor(key)
    if (known.distinct_id) return { ...known, distinct_id: known.distinct_id }
    localStorage.setItem(key, JSON.stringify({ distinct_id: id, $device_id: id, $user_state: 'anonymous' }))
  } catch {
    // The browser keeps nothing for this site: a visitor of this page alone.
  }
  return { distinct_id: id }
}

/** Sends them at once, also while the page is being left, as events of the user who is signed in. */
export function sendEarlyEvents(all: readonly EarlyEvent[], userId: string | undefined): void {
  const events = all.filter(({ isByProgram }) => !isByProgram)
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
  // As text, since a browser would first ask whether it may send JSON to another origin.
  navigator.sendBeacon(`${env.analyticsUrl}/batch/`, JSON.stringify({ api_key: env.analyticsKey, batch }))
}
