import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { TierCard } from './tier-card.tsx'
import { gridRow } from './workspace-grid.tsx'
import { useWorkspacesView } from './workspaces-view.ts'

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

function CardsPending() {
  return (
    <div className={gridRow}>
      {placeholders.map((name) => (
        <Card key={name} padding="sm">
          <Skeleton className="w-2/3" />
          <Skeleton lines={2} className="mt-5" />
        </Card>
      ))}
    </div>
  )
}

function TablePending() {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <div className="h-9 rounded-t-lg border-line border-b bg-surface-sunken" />
      {placeholders.map((name) => (
        <div
          key={name}
          className="flex h-12 items-center justify-between border-line border-b px-4 last:border-b-0"
        >
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </div>
  )
}

/** The skeleton of the page, in the preferred view. Its subscription card is already the real one. */
export function WorkspacesPending() {
  const [view] = useWorkspacesView()
  return (
    <Page
      title="Workspaces"
      titleStart={<Skeleton className="mr-2 inline-block h-4 w-2.5" />}
      actions={<TierCard userId={useUser().id} />}
    >
      <div role="status" className="flex flex-col gap-6 **:[animation-delay:0s]">
        <span className="sr-only">Loading your workspaces...</span>
        <div className="flex justify-between gap-5">
          <Skeleton shape="block" className="h-[34px] w-80 rounded-md" />
          <Skeleton shape="block" className="h-[34px] w-[62px] shrink-0 rounded-md" />
        </div>
        {view === 'list' ? <TablePending /> : <CardsPending />}
      </div>
    </Page>
  )
}

/** Shown if the page could not be loaded. */
export function WorkspacesError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Workspaces">
      <SectionLoadError error={error} reset={reset} />
    </Page>
  )
}
