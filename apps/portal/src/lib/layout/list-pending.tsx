import { Skeleton } from '@portal/ui/feedback/skeleton'

export interface ListPendingProps {
  /** The text for screen readers, such as "Loading the members...". */
  label: string
  lines?: number
  /** Whether the list is a table, which has a header row. */
  hasHeader?: boolean
}

/** The placeholder of a list that is loading, with the shape of its rows. It appears after 200 ms. */
export function ListPending({ label, lines = 3, hasHeader = false }: ListPendingProps) {
  return (
    <div
      role="status"
      className="animate-late divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-raised shadow-raised"
    >
      <span className="sr-only">{label}</span>
      {hasHeader && <div className="h-9 bg-surface-sunken" />}
      {Array.from({ length: lines }, (_, line) => `line-${line + 1}`).map((line) => (
        <div key={line} className="flex items-center gap-6 px-4 py-3.5">
          <span className="flex min-w-0 grow flex-col gap-2">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-1/4" />
          </span>
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  )
}
