import { Skeleton } from '@portal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { ListPending } from './list-pending.tsx'
import { ShellSection } from './shell-section.tsx'

export interface SectionPendingProps {
  /** The placeholder of the heading, for a page below the section. */
  title?: ReactNode
  /** The introduction, if it is known before the section is loaded. */
  intro?: ReactNode
  /** The placeholders below the introduction. Must announce the loading state. Defaults to a list. */
  children?: ReactNode
}

/** The skeleton of a section. The router shows it after 200 ms, so its placeholders appear without a further delay. */
export function SectionPending({ title, intro, children }: SectionPendingProps) {
  return (
    <div className="**:[animation-delay:0s]">
      <ShellSection title={title} intro={intro ?? <Skeleton className="w-80 max-w-full" />}>
        {children ?? <ListPending label="Loading the section..." lines={4} />}
      </ShellSection>
    </div>
  )
}
