import type { UserRecord } from '@portal/contract/people'
import { isDay } from '@portal/contract/text-rules'

/** Both of them confine a person to a notice; an account has each on its own. */
export type PauseKind = 'quarantine' | 'suspension'

/** A pause as it stands, or stood. */
export interface PauseFacts {
  since: string
  until: string | null
  reason: string | null
  /** Null for a rule of billing's, or where nobody knows any more. */
  byEmail: string | null
}

/** What staff set: on or off, why, and until when. */
export interface PauseChange {
  isPaused: boolean
  reason: string | null
  until: string | null
}

export const endOfPause: PauseChange = { isPaused: false, reason: null, until: null }

/** Since when an account is paused in that way; null when it is not. */
export function pausedSince(user: Pick<UserRecord, 'quarantinedAt' | 'suspendedAt'>, kind: PauseKind) {
  return kind === 'quarantine' ? user.quarantinedAt : user.suspendedAt
}

/** Clocks differ, and a request takes its time. */
const justNowMs = 60_000

/**
 * What takes a change back: the pause as it was before, or none. `before` is undefined where nobody knows; then only a
 * pause that has just begun can be taken back safely. Undefined where it is not certain what was before.
 */
export function takenBack(
  change: PauseChange,
  before: PauseFacts | null | undefined,
  since: string | null,
  now: Date,
): PauseChange | undefined {
  const hasJustBegun = since !== null && now.getTime() - Date.parse(since) < justNowMs
  if (before) {
    // An end that has passed meanwhile would be refused.
    const until = before.until && new Date(before.until) > now ? before.until : null
    return { isPaused: true, reason: before.reason, until }
  }
  if (!change.isPaused) return undefined
  return before === null || hasJustBegun ? endOfPause : undefined
}

/** The last moment of a day in UTC, as the API takes it. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}

/** Today in UTC. */
export function utcToday(now = new Date()): string {
  return now.toISOString().slice(0, 10)
}

/** Whether a pause may end with that day; it need not end by itself at all. */
export function isPauseEnd(day: string | null, today = utcToday()): boolean {
  return day === null || (isDay(day) && day >= today)
}
