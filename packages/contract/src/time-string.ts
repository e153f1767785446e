/** Lifetimes as people write them: `48h`, `1d`, `1m`, `1y` (SPEC section 5, "Time string"; the grammar is the `ms` library's). */
import ms from 'ms'
import * as z from 'zod/mini'
import { timeStringMaxLength, tokenExpirationMaxLength } from './limits.ts'
import { messages } from './text-rules.ts'

/** The duration in milliseconds, or undefined for what is no time string. Never throws. */
export function parseTimeString(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > timeStringMaxLength || !Number.isNaN(Number(trimmed)))
    return undefined
  const duration = ms(trimmed as ms.StringValue)
  return typeof duration === 'number' && Number.isFinite(duration) && duration !== 0 ? duration : undefined
}

/** A lifetime: a time string above zero. Its upper bound is the server's configuration. */
export const tokenExpirationSchema = z.string(messages.required).check(
  z.maxLength(tokenExpirationMaxLength, messages.tooLong(tokenExpirationMaxLength)),
  z.refine((text) => text.length > tokenExpirationMaxLength || text.trim() !== '', messages.required),
  z.refine(
    (text) =>
      text.length > tokenExpirationMaxLength || text.trim() === '' || (parseTimeString(text) ?? 0) > 0,
    messages.timeString,
  ),
)
