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

/** A date from an ISO string, epoch milliseconds or a Date; undefined for what is none. Never throws. */
export function toDate(value: Date | string | number): Date | undefined {
  const date = new Date(value)
  return isValid(date) ? date : undefined
}

/** The date whose local parts are the UTC parts of a moment. */
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
  /** UTC instead of local time. */
  isUtc?: boolean
  /** False gives the size's format on every day. */
  isTodayNamed?: boolean
}

/** "Today at h:mm:ss a" on the day of `now`, else the format of the size. */
export function formatTimestamp(
  date: Date,
  { size = 'default', now, isUtc = false, isTodayNamed = true }: TimestampOptions,
): string {
  const [shown, today] = isUtc ? [toUtcParts(date), toUtcParts(now)] : [date, now]
  return format(shown, isTodayNamed && isSameDay(shown, today) ? todayFormat : timestampFormats[size])
}

/** Weekday, date and time to the second, for the tooltip. */
export function formatExactTime(date: Date, { isUtc = false } = {}): string {
  return isUtc
    ? `${format(toUtcParts(date), timestampFormats.extended)} UTC`
    : format(date, timestampFormats.extended)
}

/** How long ago, or in how long: "5 minutes ago", "in 3 days". */
export function formatRelativeTime(date: Date, now: Date): string {
  return formatDistance(date, now, { addSuffix: true })
}
