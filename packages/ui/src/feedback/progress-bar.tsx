import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components'
import { tv } from 'tailwind-variants/lite'
import type { Tone } from '../lib/tone.ts'

const fillStyle = tv({
  base: 'h-full rounded-full transition-[width] forced-colors:bg-[CanvasText]',
  variants: {
    tone: { accent: 'bg-accent', success: 'bg-success', warning: 'bg-warning', danger: 'bg-danger' },
    isIndeterminate: { true: 'w-2/5 animate-indeterminate' },
  },
})

export interface ProgressBarProps {
  label: string
  isLabelHidden?: boolean
  /** Between 0 and `max`. Leave it out while the progress is unknown. */
  value?: number
  max?: number
  tone?: Tone
  className?: string
}

/** A progress bar, determinate or indeterminate. */
export function ProgressBar({
  label,
  isLabelHidden = false,
  value,
  max = 100,
  tone = 'accent',
  className,
}: ProgressBarProps) {
  const isIndeterminate = value === undefined
  return (
    <AriaProgressBar
      value={value ?? 0}
      maxValue={max}
      isIndeterminate={isIndeterminate}
      aria-label={isLabelHidden ? label : undefined}
      className={`flex w-full flex-col gap-1.5 ${className ?? ''}`}
    >
      {({ percentage, valueText }) => (
        <>
          {!isLabelHidden && (
            <div className="flex justify-between gap-4 text-sm">
              <Label>{label}</Label>
              {!isIndeterminate && <span className="text-content-muted tabular-nums">{valueText}</span>}
            </div>
          )}
          <div className="h-1.5 overflow-hidden rounded-full bg-surface-pressed forced-colors:border">
            <div
              className={fillStyle({ tone, isIndeterminate })}
              style={isIndeterminate ? undefined : { width: `${percentage ?? 0}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
