import {
  formatExactTime,
  formatRelativeTime,
  formatTimestamp,
  type TimestampSize,
  toDate,
} from '../lib/format-timestamp.ts'
import { useNow } from '../lib/use-now.ts'
import { TooltipText } from './tooltip-text.tsx'

/** How often a relative time is refreshed. */
const refreshIntervalMs = 60_000

export interface TimestampProps {
  /** An ISO string, epoch milliseconds or a Date. */
  date: Date | string | number
  size?: TimestampSize
  /** Shows "5 minutes ago" instead of the date. */
  isRelative?: boolean
  /** Keeps a relative time, and the word "Today", up to date while the page stays open. */
  isRefreshing?: boolean
  /** Uses UTC instead of local time, also to decide which day is today. */
  isUtc?: boolean
  /** Whether a time today is shown as "Today at …". */
  isTodayNamed?: boolean
  /** Writes "today" in lower case, for a time in the middle of a sentence. */
  isMidSentence?: boolean
  /** Whether a tooltip shows the time to the second on hover and focus. */
  hasTooltip?: boolean
  className?: string
}

/** A date and time in one line, in the user's local time by default. Renders nothing for an invalid date. */
export function Timestamp({
  date: value,
  size = 'default',
  isRelative = false,
  isRefreshing = true,
  isUtc = false,
  isTodayNamed = true,
  isMidSentence = false,
  hasTooltip = true,
  className,
}: TimestampProps) {
  const now = useNow({ intervalMs: refreshIntervalMs, isRunning: isRefreshing })
  const date = toDate(value)
  if (!date) return null
  const shown = isRelative
    ? formatRelativeTime(date, now)
    : formatTimestamp(date, { size, now, isUtc, isTodayNamed, isMidSentence })
  const time = (
    <time dateTime={date.toISOString()} className={`whitespace-nowrap tabular-nums ${className ?? ''}`}>
      {shown}
    </time>
  )
  return hasTooltip ? <TooltipText tooltip={formatExactTime(date, { isUtc })}>{time}</TooltipText> : time
}
