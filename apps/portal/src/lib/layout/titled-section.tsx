import { PillCounter } from '@portal/ui/data/pill-counter'
import { type ReactNode, useId } from 'react'

export interface TitledSectionProps {
  title: string
  /** How many there are, shown beside the title; none at zero. */
  count?: number
  /** What is counted, for those who hear it: "tokens". */
  countLabel?: string
  children: ReactNode
}

/** A part of a page below a heading that names it. */
export function TitledSection({ title, count = 0, countLabel, children }: TitledSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center gap-2">
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        <PillCounter count={count} label={countLabel} isHiddenAtZero />
      </div>
      {children}
    </section>
  )
}
