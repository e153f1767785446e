/** Durations as users type them: `48h`, `1d`, `1m`, `1y`. The `ms` library parses them. */
import ms from 'ms'
import * as z from 'zod/mini'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import {
  rotationOverlapMaxDays,
  timeStringMaxLength,
  tokenExpirationMaxLength,
  tokenLifetimeMinMs,
} from '../limits.ts'
import { messages } from '../messages.ts'
import { atMost, filled, isTooLong } from './text-rules.ts'

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

const units = [
  ['year', 31_557_600_000],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** Formats a duration in the largest unit that divides it, such as `2 years`. */
export function formatDuration(durationMs: number): string {
  const [name, unitMs] = units.find(([, unit]) => durationMs % unit === 0) ?? ['millisecond', 1]
  const count = durationMs / unitMs
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

export const longLifetimeMessage = (maxMs: number): string =>
  `Choose a lifetime of at most ${formatDuration(maxMs)}.`

/** The lifetime of a token: a time string of at least a minute. The server's configuration sets the maximum. */
export const tokenExpirationSchema = z.string(messages.required).check(
  ...atMost(tokenExpirationMaxLength),
  filled,
  z.refine((text) => (parseTimeString(text) ?? 0) > 0, { error: messages.timeString, abort: true }),
  z.refine((text) => (parseTimeString(text) ?? 0) >= tokenLifetimeMinMs, messages.shortLifetime),
)

/** The expiration with the server's maximum, which the list of tokens returns. An older server returns no maximum. */
export const tokenExpirationUpTo = (maxMs = Number.POSITIVE_INFINITY) =>
  tokenExpirationSchema.check(
    z.refine((text) => (parseTimeString(text) ?? 0) <= maxMs, longLifetimeMessage(maxMs)),
  )

/** Returns an overlap in milliseconds, or undefined if the text is not a time string. Unlike a lifetime it can be zero. */
export function parseOverlap(text: string): number | undefined {
  return /^0(?:\s?[a-z]{1,12})?$/i.test(text.trim()) ? 0 : parseTimeString(text)
}

const overlapMaxMs = rotationOverlapMaxDays * dayMs

/** How long the previous secret of a rotated token continues to work: a time string from zero to 30 days. */
export const overlapSchema = z.string(messages.required).check(
  ...atMost(timeStringMaxLength),
  z.refine((text) => (parseOverlap(text) ?? -1) >= 0, messages.timeString),
  z.refine(
    (text) => (parseOverlap(text) ?? 0) <= overlapMaxMs,
    `Choose an overlap of at most ${rotationOverlapMaxDays} days.`,
  ),
)
