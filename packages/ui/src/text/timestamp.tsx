import {
  formatExactTime,
  formatRelativeTime,
  formatTimestamp,
  type TimestampSize,
  toDate,
} from '../lib/format-timestamp.ts'
import { useNow } from '../lib/use-now.ts'
import { TooltipText } from './tooltip-text.tsx'

/** How often a relative time is worked out anew. */
const refreshIntervalMs = 60_000

export interface TimestampProps {
  /** An ISO string, epoch milliseconds or a Date. */
  date: Date | string | number
  size?: TimestampSize
  /** "5 minutes ago" in place of the date. */
  isRelative?: boolean
  /** Keeps a relative time, and the word "Today", true while the page stays open. */
  isRefreshing?: boolean
  /** Shows the date, and whether it is today, in UTC instead of local time. */
  isUtc?: boolean
  /** Whether a moment of today is shown as "Today at …". */
  isTodayNamed?: boolean
  /** Whether hovering or focusing shows the moment to the second. */
  hasTooltip?: boolean
  className?: string
}

/** A moment, in the reader's local time unless asked otherwise. Renders nothing for an invalid date. */
export function Timestamp({
  date: value,
  size = 'default',
  isRelative = false,
  isRefreshing = true,
  isUtc = false,
  isTodayNamed = true,
  hasTooltip = true,
  className,
}: TimestampProps) {
  const now = useNow({ intervalMs: refreshIntervalMs, isRunning: isRefreshing })
  const date = toDate(value)
  if (!date) return null
  const shown = isRelative
    ? formatRelativeTime(date, now)
    : formatTimestamp(date, { size, now, isUtc, isTodayNamed })
  const time = (
    <time dateTime={date.toISOString()} className={`tabular-nums ${className ?? ''}`}>
      {shown}
    </time>
  )
  return hasTooltip ? <TooltipText tooltip={formatExactTime(date, { isUtc })}>{time}</TooltipText> : time
}
