import { Skeleton } from '@portal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { ListPending } from './list-pending.tsx'
import { usePageTitle } from './page-title.ts'
import { PendingContext } from './pending-context.ts'
import { PathStart, ShellSection } from './shell-section.tsx'

/** The skeleton of a section with a table, as most have. The router shows it after 200 ms, so its placeholders appear without a further delay. */
export function SectionPending() {
  return (
    <div className="**:[animation-delay:0s]">
      <ShellSection intro={<Skeleton className="w-80 max-w-full" />}>
        <ListPending label="Loading the section..." lines={4} hasHeader />
      </ShellSection>
    </div>
  )
}

export interface SectionShellProps {
  /** The start of the path before the title, such as a link to the list. */
  parent: ReactNode
  /** The title of the whole, such as the name of a workspace. */
  title: string
  /** The title of the current section, shown after the title. */
  section?: string | undefined
  /** The tab title, if it differs from the title and the section. */
  tabTitle?: string
  /** Shown under the title. */
  badges?: ReactNode
  /** Buttons to the right of the title. */
  actions?: ReactNode
  /** The navigation between the sections: `SectionNav` for pages, `AnchorNav` for parts of one page. Omitted if the page does not exist. */
  nav?: ReactNode
  /** Shown while the code or data of a section is loading. */
  pending?: ReactNode
  /** The content of the current section. */
  children: ReactNode
}

const sectionPending = <SectionPending />

/**
 * The layout of a page with sections. Its header and navigation stay in place while the content changes, and its heading
 * receives the focus after a navigation. See docs/product/interface.md#sections.
 */
export function SectionShell({
  parent,
  title,
  section,
  tabTitle = section ? `${title} > ${section}` : title,
  badges,
  actions,
  nav,
  pending = sectionPending,
  children,
}: SectionShellProps) {
  usePageTitle(tabTitle)
  return (
    <div className="mx-auto flex w-full max-w-[1248px] flex-col gap-6 px-6 py-8">
      <header className="flex items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex min-w-0 items-baseline text-2xl tracking-[-0.015em]">
            <PathStart>{parent}</PathStart>
            <h1 data-page-heading tabIndex={-1} className="flex min-w-0 outline-none">
              <span dir="auto" title={title} className="truncate font-semibold">
                {title}
              </span>
              {section && (
                <span className="shrink-0 whitespace-pre font-normal text-content-muted">{` > ${section}`}</span>
              )}
            </h1>
          </div>
          {badges && <div className="flex flex-wrap items-center gap-1.5">{badges}</div>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </header>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 border-line border-t pt-6 ${nav ? 'desktop:grid-cols-[12rem_minmax(0,1fr)]' : ''}`}
      >
        {nav}
        <section aria-label={section ?? title} className="min-w-0">
          <PendingContext value={pending}>{children}</PendingContext>
        </section>
      </div>
    </div>
  )
}
