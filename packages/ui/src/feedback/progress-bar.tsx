import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components'

const fills = { accent: 'bg-accent', success: 'bg-success', warning: 'bg-warning' }

export interface ProgressBarProps {
  label: string
  /** Between 0 and `max`. */
  value: number
  max: number
  tone?: keyof typeof fills
}

/** Shows how much of some work is done. */
export function ProgressBar({ label, value, max, tone = 'accent' }: ProgressBarProps) {
  return (
    <AriaProgressBar value={value} maxValue={max} className="flex w-full flex-col gap-1.5">
      {({ percentage, valueText }) => (
        <>
          <div className="flex justify-between gap-4 text-sm">
            <Label>{label}</Label>
            <span className="text-content-muted tabular-nums">{valueText}</span>
          </div>
          <div className="h-1.5 overflow-hidden rounded-full bg-surface-pressed forced-colors:border">
            <div
              className={`h-full rounded-full transition-[width] forced-colors:bg-[CanvasText] ${fills[tone]}`}
              style={{ width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
