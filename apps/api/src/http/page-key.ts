/** The cursor of a list that is ordered by date, with an id or email address as the tie-breaker. */
import { invalid } from './refusal.ts'

export interface PageKey {
  at: Date
  name: string
}

/** PostgreSQL does not accept a five-digit year in the format that we send. */
const latestMs = Date.UTC(9999, 11, 31)

/**
 * Parses `after`: a date and an id or email address, joined by a comma.
 * @throws ValidationError if the value is malformed.
 */
export function readPageKey(after: string | undefined): PageKey | undefined {
  if (after === undefined) return undefined
  const comma = after.indexOf(',')
  const at = new Date(comma < 0 ? Number.NaN : after.slice(0, comma))
  const isDate = /^\d{4}-\d{2}-\d{2}T/.test(after) && at.getTime() >= 0 && at.getTime() < latestMs
  if (!isDate || comma === after.length - 1)
    throw invalid('after', 'Must be a date and an id, joined by a comma')
  return { at, name: after.slice(comma + 1) }
}
