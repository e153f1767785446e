/** How a change affects a pause of an account or a workspace. */
import { invalid } from '../../../http/errors/refusal.ts'
import type { PauseState } from './pause-store.ts'

/** Reason recorded when a pause expires by itself. */
export const endDateReached = 'The pause reached its end date.'

const noPause: PauseState = { since: null, until: null, reason: null, byUserId: null }

export interface PauseChange {
  isPaused: boolean
  /** Undefined keeps the current reason. Null clears it. */
  reason?: string | null | undefined
  until?: Date | null | undefined
  byUserId: string
  at: Date
}

/** A repeated pause keeps its first date and is attributed to the latest staff member. */
export function pauseAfter(before: PauseState, change: PauseChange): PauseState {
  if (!change.isPaused) return noPause
  // A repeated pause does not keep an end date that has already passed.
  const oldEnd = before.until && before.until > change.at ? before.until : null
  return {
    since: before.since ?? change.at,
    until: change.until === undefined ? oldEnd : change.until,
    reason: change.reason === undefined ? before.reason : cleanReason(change.reason),
    byUserId: change.byUserId,
  }
}

const cleanReason = (reason: string | null) => reason?.trim().normalize('NFC') || null

/** Why the pause began or was changed, or why it ended. The affected user sees the same reason in the portal. */
export function mailedReason(change: PauseChange, after: PauseState, isAutomatic: boolean): string | null {
  if (change.isPaused) return after.reason
  return isAutomatic ? endDateReached : cleanReason(change.reason ?? null)
}

/** Whether the affected user gets a mail about the change. */
export const needsMail = (before: PauseState, after: PauseState) =>
  before.since?.getTime() !== after.since?.getTime() ||
  (after.since !== null && before.until?.getTime() !== after.until?.getTime())

/** The database does not accept years with five digits in the format that the query uses. */
const latest = new Date(Date.UTC(9999, 11, 31))

/**
 * Parses the end date of a requested pause. Returns undefined if the request does not mention it.
 * @throws ValidationError if the date is not in the future.
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
