import { Skeleton } from '@portal/ui/feedback/skeleton'

export interface ListPendingProps {
  /** The text for screen readers, such as "Loading the members...". */
  label: string
  lines?: number
}

/** The placeholder of a list that is loading. */
export function ListPending({ label, lines = 3 }: ListPendingProps) {
  return (
    <div role="status" className="rounded-lg border border-line bg-surface-raised p-4">
      <span className="sr-only">{label}</span>
      <Skeleton lines={lines} />
    </div>
  )
}
