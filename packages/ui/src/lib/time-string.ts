import ms from 'ms'
import { isTooLong } from './text-length.ts'

/** Longer strings are rejected before they are parsed. */
export const timeStringMaxLength = 100

/**
 * Returns the duration of a time string in milliseconds, or undefined if it is invalid. A time string is a number with
 * a unit of ms, s, m (minutes), h, d, w or y, in the grammar of the `ms` package. A bare number and a zero duration are
 * invalid.
 */
export function parseTimeStringMs(text: string): number | undefined {
  if (isTooLong(text, timeStringMaxLength)) return undefined
  const trimmed = text.trim()
  if (trimmed === '' || !Number.isNaN(Number(trimmed))) return undefined
  const durationMs: number | undefined = ms(trimmed as ms.StringValue)
  return durationMs !== undefined && Number.isFinite(durationMs) && durationMs !== 0 ? durationMs : undefined
}

export function isTimeString(text: string): boolean {
  return parseTimeStringMs(text) !== undefined
}
