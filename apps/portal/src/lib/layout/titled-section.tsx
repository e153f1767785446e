import { PillCounter } from '@portal/ui/data/pill-counter'
import { type ReactNode, useId } from 'react'

export interface TitledSectionProps {
  /** The anchor of the section, for `AnchorNav`. */
  id?: string
  title: string
  /** Shown next to the title. Hidden at zero. */
  count?: number
  /** The singular of what is counted, for screen readers, such as "token". */
  countLabel?: string
  /** Buttons at the end of the heading row. */
  actions?: ReactNode
  children: ReactNode
}

/** A section of a page with a heading. */
export function TitledSection({ id, title, count = 0, countLabel, actions, children }: TitledSectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center gap-2">
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        <PillCounter count={count} max={Number.POSITIVE_INFINITY} label={countLabel} isHiddenAtZero />
        {actions && <div className="ml-auto">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
