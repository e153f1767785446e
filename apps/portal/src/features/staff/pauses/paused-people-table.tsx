import { Table } from '@portal/ui/data/table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../paged-list.tsx'
import { emailColumn, userIdColumn } from '../record-columns.tsx'
import { pausedPeopleQuery } from './list-queries.ts'
import type { PauseKind } from './pause.ts'
import { PauseNote } from './pause-note.tsx'

const words = {
  quarantine: { label: 'Quarantined users', at: 'Quarantined At', none: 'No users are quarantined.' },
  suspension: { label: 'Suspended users', at: 'Suspended At', none: 'No users are suspended.' },
}

/** The paused accounts. The list loads when the page opens. */
export function PausedPeopleTable({ kind }: { kind: PauseKind }) {
  const query = useInfiniteQuery(pausedPeopleQuery(kind))
  const { label, at, none } = words[kind]
  return (
    <div className="flex flex-col gap-2.5">
      <PagedList query={query} of={`the ${label.toLowerCase()}`}>
        {(rows) => (
          <Table
            label={label}
            rows={rows}
            rowKey={({ userId }) => userId}
            emptyState={none}
            columns={[
              userIdColumn,
              emailColumn,
              { id: 'at', header: at, className: 'w-72 max-w-72', cell: PauseNote },
            ]}
          />
        )}
      </PagedList>
    </div>
  )
}
