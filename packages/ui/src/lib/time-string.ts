import ms from 'ms'

/** Longer strings are refused before anything reads them. */
export const timeStringMaxLength = 100

/**
 * The length of a time string in milliseconds, or undefined when it is none: a number with a unit of
 * ms, s, m (minutes), h, d, w or y, as the `ms` grammar has them. A bare number and a duration of zero are refused.
 */
export function parseTimeStringMs(text: string): number | undefined {
  if (text.length > timeStringMaxLength) return undefined
  const trimmed = text.trim()
  if (trimmed === '' || !Number.isNaN(Number(trimmed))) return undefined
  const durationMs: number | undefined = ms(trimmed as ms.StringValue)
  return durationMs !== undefined && Number.isFinite(durationMs) && durationMs !== 0 ? durationMs : undefined
}

export function isTimeString(text: string): boolean {
  return parseTimeStringMs(text) !== undefined
}
