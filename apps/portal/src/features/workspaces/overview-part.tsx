import { Icon } from '@portal/ui/text/icon'
import type { ReactNode } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Failure } from '../../lib/request/failure.tsx'

/** A frame around a list of the overview. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface-raised shadow-raised">
      {children}
    </div>
  )
}

/** Replaces an empty list, which is good news. */
export function AllClear({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <p className="flex items-center gap-2.5 px-4 py-3 text-content-muted">
        <Icon name="check-circle" size="sm" className="shrink-0 text-success" />
        <span>{children}</span>
      </p>
    </Panel>
  )
}

interface PartQuery {
  data: unknown
  error: unknown
  refetch: () => unknown
}

interface OverviewPartProps {
  /** The reads that the part needs. */
  queries: readonly PartQuery[]
  /** The text for screen readers while it loads. */
  label: string
  children: ReactNode
}

/** A part of the overview: a placeholder until its data has arrived, or the reason why it didn't. The other parts don't wait for it. */
export function OverviewPart({ queries, label, children }: OverviewPartProps) {
  const missing = queries.filter(({ data }) => data === undefined)
  const failed = missing.filter(({ error }) => error)
  if (failed[0])
    return (
      <Failure
        error={failed[0].error}
        retry={() => {
          for (const query of failed) void query.refetch()
        }}
      />
    )
  return missing.length > 0 ? <ListPending label={label} lines={2} /> : children
}
