import { tv } from 'tailwind-variants/lite'
import { formatCount } from '../lib/format-count.ts'
import type { ToneOrNeutral } from '../lib/tone.ts'

const pillCounter = tv({
  base: 'inline-flex items-center justify-center rounded-full font-medium tabular-nums',
  variants: {
    tone: {
      neutral: 'bg-surface-pressed text-content',
      accent: 'bg-accent text-on-accent',
      success: 'bg-success text-on-success',
      warning: 'bg-warning text-on-warning',
      danger: 'bg-danger text-on-danger',
    },
    size: { sm: 'h-4 min-w-4 px-1 text-xs', md: 'h-5 min-w-5 px-1.5 text-xs' },
  },
  defaultVariants: { tone: 'neutral', size: 'md' },
})

export interface PillCounterProps {
  count: number
  /** Higher counts are shown as this number with a plus sign. */
  max?: number
  isHiddenAtZero?: boolean
  tone?: ToneOrNeutral
  size?: 'sm' | 'md'
  /** What is counted, for screen readers: "members". */
  label?: string
  className?: string
}

/** A count in a pill. */
export function PillCounter({
  count,
  max = 999,
  isHiddenAtZero = false,
  tone,
  size,
  label,
  className,
}: PillCounterProps) {
  if (isHiddenAtZero && count === 0) return null
  return (
    <span className={pillCounter({ tone, size, class: className })}>
      <span>{formatCount(count, max)}</span>
      {label ? <span className="sr-only"> {label}</span> : null}
    </span>
  )
}
