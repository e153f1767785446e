import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { isDay } from '@portal/contract/text/text-rules'
import { serverNow } from '@portal/ui/lib/server-clock'

/** Each kind restricts the user to a notice page. An account can have both at the same time. */
export type PauseKind = 'quarantine' | 'suspension'

/** A current or previous pause. */
export interface PauseFacts {
  since: string
  until: string | null
  reason: string | null
  /** Null if a billing rule set the pause, or if the author is no longer known. */
  byEmail: string | null
}

/** A change made by staff: pause or end, the reason, and the end of the pause. */
export interface PauseChange {
  isPaused: boolean
  reason: string | null
  until: string | null
  /** Whether the start of a pause of an account keeps the open invitations that the user sent. */
  keepsInvitations?: boolean
}

export const endOfPause: PauseChange = { isPaused: false, reason: null, until: null }

/** When the account was quarantined or suspended. Null if it isn't. */
export function pausedSince(user: Pick<UserRecord, 'quarantinedAt' | 'suspendedAt'>, kind: PauseKind) {
  return kind === 'quarantine' ? user.quarantinedAt : user.suspendedAt
}

/** Allows for clock skew and request latency. */
const justNowMs = 60_000

/**
 * Returns the change that undoes `change`, or undefined if the previous state is uncertain. `before` is the previous
 * pause: null for none, undefined if unknown. If it is unknown, only a pause that has just begun can be undone safely.
 */
export function takenBack(
  change: PauseChange,
  before: PauseFacts | null | undefined,
  since: string | null,
  now: Date,
): PauseChange | undefined {
  const hasJustBegun = since !== null && now.getTime() - Date.parse(since) < justNowMs
  if (before) {
    // The API refuses an end in the past.
    const until = before.until && new Date(before.until) > now ? before.until : null
    return { isPaused: true, reason: before.reason, until }
  }
  if (!change.isPaused) return undefined
  return before === null || hasJustBegun ? endOfPause : undefined
}

/** The last millisecond of a day in UTC, in the API's format. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}

/** Today in UTC. */
export function utcToday(now = serverNow()): string {
  return now.toISOString().slice(0, 10)
}

/** Whether `day` is a valid last day of a pause. Null means that the pause has no end. */
export function isPauseEnd(day: string | null, today = utcToday()): boolean {
  return day === null || (isDay(day) && day >= today)
}
