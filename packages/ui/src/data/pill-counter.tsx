import { formatCount } from '../lib/format-count.ts'

export interface PillCounterProps {
  count: number
  /** Higher counts are shown as this number with a plus sign. */
  max?: number
  isHiddenAtZero?: boolean
  size?: 'sm' | 'md'
  /** The singular of what is counted, for screen readers: "member". */
  label?: string
}

/** A count in a pill. */
export function PillCounter({
  count,
  max = 999,
  isHiddenAtZero = false,
  size = 'md',
  label,
}: PillCounterProps) {
  if (isHiddenAtZero && count === 0) return null
  return (
    <span
      className={`inline-flex items-center justify-center rounded-full bg-surface-pressed font-medium text-content text-xs tabular-nums ${size === 'sm' ? 'h-4 min-w-4 px-1' : 'h-5 min-w-5 px-1.5'}`}
    >
      <span>{formatCount(count, max)}</span>
      {label && <span className="sr-only"> {count === 1 ? label : `${label}s`}</span>}
    </span>
  )
}
