import { Icon } from '@portal/ui/text/icon'

export type StepState = 'done' | 'current' | 'open'

const looks: Record<StepState, string> = {
  done: 'border-success-line bg-success-soft text-success-text',
  current: 'border-accent bg-accent text-on-accent forced-selection!',
  open: 'border-line-control text-content-muted',
}

/** The number of a step in a circle, or a check mark. Hidden from screen readers, so the step says in words that it is done. */
export function StepMarker({ number, state }: { number: number; state: StepState }) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-7 shrink-0 items-center justify-center rounded-full border font-semibold text-sm ${looks[state]}`}
    >
      {state === 'done' ? <Icon name="check" size="sm" /> : number}
    </span>
  )
}
