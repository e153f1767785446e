import { format } from 'date-fns/format'
import { formatDistance } from 'date-fns/formatDistance'
import { isSameDay } from 'date-fns/isSameDay'
import { isValid } from 'date-fns/isValid'

export type TimestampSize = 'mini' | 'default' | 'extended'

/** The formats in date-fns tokens. See docs/product/interface.md#text-and-time. */
const timestampFormats = {
  mini: 'M/d/y',
  default: 'MMMM d, y',
  extended: "eeee MMMM do, y 'at' h:mm:ss a",
} as const

const todayFormat = "'Today at' h:mm:ss a"
const midSentenceTodayFormat = "'today at' h:mm:ss a"

/** Returns the date for an ISO string, epoch milliseconds or a Date, or undefined if it is invalid. Never throws. */
export function toDate(value: Date | string | number): Date | undefined {
  const date = new Date(value)
  return isValid(date) ? date : undefined
}

/** Returns a date whose local parts equal the UTC parts of the given date. */
function toUtcParts(date: Date): Date {
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
}

interface TimestampOptions {
  size?: TimestampSize
  now: Date
  /** Formats in UTC instead of local time. */
  isUtc?: boolean
  /** If false, today is also shown in the format of its size. */
  isTodayNamed?: boolean
  /** Writes "today" in lower case, for a time in the middle of a sentence. */
  isMidSentence?: boolean
}

/** Formats a date as "Today at h:mm:ss a" on the day of `now`, and in the format of its size on other days. */
export function formatTimestamp(
  date: Date,
  { size = 'default', now, isUtc = false, isTodayNamed = true, isMidSentence = false }: TimestampOptions,
): string {
  const [shown, today] = isUtc ? [toUtcParts(date), toUtcParts(now)] : [date, now]
  if (!isTodayNamed || !isSameDay(shown, today)) return format(shown, timestampFormats[size])
  return format(shown, isMidSentence ? midSentenceTodayFormat : todayFormat)
}

/** Formats weekday, date and time to the second, for the tooltip. */
export function formatExactTime(date: Date, { isUtc = false } = {}): string {
  return isUtc
    ? `${format(toUtcParts(date), timestampFormats.extended)} UTC`
    : format(date, timestampFormats.extended)
}

/**
 * Formats the distance from now: "just now", "5 minutes ago", "in 3 days". Omits "about" and the like, because every distance is
 * rounded.
 */
export function formatRelativeTime(date: Date, now: Date): string {
  const distance = formatDistance(date, now, { addSuffix: true })
  return distance === 'less than a minute ago' ? 'just now' : distance.replace(/about |almost |over /, '')
}
