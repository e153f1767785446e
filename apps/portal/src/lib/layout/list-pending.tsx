import { Skeleton } from '@portal/ui/feedback/skeleton'

export interface ListPendingProps {
  /** What is being done, for those who hear it: "Loading the members...". */
  label: string
  lines?: number
}

/** In the place of a list that is on its way. */
export function ListPending({ label, lines = 3 }: ListPendingProps) {
  return (
    <div role="status" className="rounded-lg border border-line bg-surface-raised p-4">
      <span className="sr-only">{label}</span>
      <Skeleton lines={lines} />
    </div>
  )
}
