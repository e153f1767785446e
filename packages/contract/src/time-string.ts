/** Durations as users type them: `48h`, `1d`, `1m`, `1y`. The `ms` library parses them. */
import ms from 'ms'
import * as z from 'zod/mini'
import { timeStringMaxLength, tokenExpirationMaxLength, tokenLifetimeMinMs } from './limits.ts'
import { atMost, filled, isTooLong, messages } from './text-rules.ts'

/** Returns the duration in milliseconds, or undefined if the text is not a time string. Never throws. */
export function parseTimeString(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || isTooLong(trimmed, timeStringMaxLength) || !Number.isNaN(Number(trimmed)))
    return undefined
  const duration = ms(trimmed as ms.StringValue)
  return typeof duration === 'number' && Number.isFinite(duration) && duration !== 0 ? duration : undefined
}

/** Formats a duration as words, such as `1 hour`. */
export function durationText(durationMs: number): string {
  return ms(durationMs, { long: true })
}

/** The lifetime of a token: a time string of at least a minute. The server's configuration sets the maximum. */
export const tokenExpirationSchema = z.string(messages.required).check(
  atMost(tokenExpirationMaxLength),
  filled,
  z.refine((text) => (parseTimeString(text) ?? 0) > 0, { error: messages.timeString, abort: true }),
  z.refine((text) => (parseTimeString(text) ?? 0) >= tokenLifetimeMinMs, messages.shortLifetime),
)
