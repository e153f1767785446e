import { format } from 'date-fns/format'
import { formatDistance } from 'date-fns/formatDistance'
import { isSameDay } from 'date-fns/isSameDay'
import { isValid } from 'date-fns/isValid'

export type TimestampSize = 'mini' | 'default' | 'extended'

/** The formats of SPEC section 2, "Timestamps", in date-fns tokens. */
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

/**
 * A moment in local time (SPEC section 2, "Timestamps"): "Today at h:mm:ss a" on the day of `now`, else the format of
 * the size. `isTodayNamed: false` gives the size's format on every day.
 */
export function formatTimestamp(
  date: Date,
  { size = 'default', now, isTodayNamed = true }: { size?: TimestampSize; now: Date; isTodayNamed?: boolean },
): string {
  if (isTodayNamed && isSameDay(date, now)) return format(date, todayFormat)
  return format(date, timestampFormats[size])
}

/** The whole moment, for those who ask: weekday, date and time to the second. */
export function formatExactTime(date: Date): string {
  return format(date, timestampFormats.extended)
}

/** How long ago, or in how long: "5 minutes ago", "in 3 days". */
export function formatRelativeTime(date: Date, now: Date): string {
  return formatDistance(date, now, { addSuffix: true })
}
