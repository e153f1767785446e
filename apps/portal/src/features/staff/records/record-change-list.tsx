import type { RecordChange } from './record-changes.ts'

/** The values before and after an action, one line each. */
export function RecordChangeList({ changes }: { changes: readonly RecordChange[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-content-muted">{label}</dt>
          <dd className="wrap-anywhere">
            {before !== undefined && (
              <>
                <span className="sr-only">Before: </span>
                <bdi className="text-content-muted line-through">{before}</bdi>
                <span aria-hidden="true" className="text-content-subtle">
                  {' → '}
                </span>
                <span className="sr-only">After: </span>
              </>
            )}
            <bdi>{after}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
