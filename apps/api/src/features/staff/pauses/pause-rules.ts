/** What a pause of an account or a workspace becomes (RULES sections 4 and 9). */
import { invalid } from '../../../http/refusal.ts'
import type { PauseState } from './pause-store.ts'

/** Why a pause ends that nobody ends. */
export const endDateCame = 'The end date came.'

const noPause: PauseState = { since: null, until: null, reason: null, byUserId: null }

export interface PauseChange {
  isPaused: boolean
  /** What is not given stays; null clears it. */
  reason?: string | null | undefined
  until?: Date | null | undefined
  byUserId: string
  at: Date
}

/** A pause that is there keeps its first date, and is from then on of whoever asked last. */
export function pauseAfter(before: PauseState, change: PauseChange): PauseState {
  if (!change.isPaused) return noPause
  // An end that has passed unseen is none of a pause that is asked for again.
  const oldEnd = before.until && before.until > change.at ? before.until : null
  return {
    since: before.since ?? change.at,
    until: change.until === undefined ? oldEnd : change.until,
    reason: change.reason === undefined ? before.reason : cleanReason(change.reason),
    byUserId: change.byUserId,
  }
}

const cleanReason = (reason: string | null) => reason?.trim().normalize('NFC') || null

/** Whether the one who is paused has something to be told. */
export const isWorthTelling = (before: PauseState, after: PauseState) =>
  before.since?.getTime() !== after.since?.getTime() ||
  (after.since !== null && before.until?.getTime() !== after.until?.getTime())

/** The database keeps no year of five digits as we send it. */
const latest = new Date(Date.UTC(9999, 11, 31))

/**
 * When a pause that is asked for ends by itself; undefined where nothing is said of it.
 * @throws ValidationError for a moment that is not in the future.
 */
export function pauseEndOf(
  body: { until?: string | null | undefined },
  isPaused: boolean,
  now: Date,
): Date | null | undefined {
  if (!isPaused || body.until === undefined) return undefined
  if (body.until === null) return null
  const until = new Date(body.until)
  if (!(until > now && until < latest)) throw invalid('until', 'Must be in the future')
  return until
}
