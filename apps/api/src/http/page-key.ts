/** Where a page begins that is read by a date and something that tells rows of the same date apart. */
import { invalid } from './refusal.ts'

export interface PageKey {
  at: Date
  name: string
}

/** The database keeps no year of five digits as we send it. */
const latestMs = Date.UTC(9999, 11, 31)

/**
 * Reads `after`: a date and an id or address, joined by a comma.
 * @throws ValidationError for what is no such pair.
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
