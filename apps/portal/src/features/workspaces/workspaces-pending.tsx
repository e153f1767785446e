import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { grid, gridRow } from './workspace-grid.tsx'
import { storedView } from './workspaces-page.tsx'

function CardPending() {
  return (
    <Card padding="none" className="h-full">
      <div className="flex h-full flex-col justify-between px-3.5 py-3.5">
        <div className="flex flex-col gap-2.5">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-4/5" />
        </div>
        <Skeleton className="w-2/3" />
      </div>
    </Card>
  )
}

/** The skeleton of the workspaces in the view that the user has chosen. */
export function WorkspacesPending() {
  const isGrid = storedView() === 'grid'
  return (
    <div className="flex flex-col gap-6 **:[animation-delay:0s]">
      <Skeleton className="h-9 w-80 max-w-full rounded-md" />
      {isGrid ? (
        <div role="status" className={grid}>
          <span className="sr-only">Loading your workspaces...</span>
          <div className={gridRow}>
            <div className="rounded-lg border border-line-control border-dashed" />
            {['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((card) => (
              <CardPending key={card} />
            ))}
          </div>
        </div>
      ) : (
        <ListPending label="Loading your workspaces..." lines={8} hasHeader />
      )}
    </div>
  )
}
