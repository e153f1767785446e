import { Table } from '@portal/ui/table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminError } from './admin-error.tsx'
import { ListPending } from './admin-section.tsx'
import { pausedPeopleQuery } from './list-queries.ts'
import { PageButtons } from './page-buttons.tsx'
import type { PauseKind } from './pause.ts'
import { PauseNote } from './pause-note.tsx'
import { usePager } from './row-pages.ts'
import { PersonIdLink } from './staff-links.tsx'

const words = {
  quarantine: { label: 'Quarantined users', at: 'Quarantined At', none: 'Nobody is quarantined.' },
  suspension: { label: 'Suspended users', at: 'Suspended At', none: 'Nobody is suspended.' },
}

/** The paused accounts (SPEC section 2, "Admin page"), loaded when the page opens. */
export function PausedPeopleTable({ kind }: { kind: PauseKind }) {
  const query = useInfiniteQuery(pausedPeopleQuery(kind))
  const pager = usePager(query)
  const { label, at, none } = words[kind]
  return (
    <div className="flex flex-col gap-2.5">
      {query.isPending && <ListPending label={`Loading the ${label.toLowerCase()}...`} />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {query.data && (
        <Table
          label={label}
          rows={pager.rows}
          rowKey={({ userId }) => userId}
          emptyState={none}
          columns={[
            {
              id: 'id',
              header: 'User Id',
              className: 'w-60',
              cell: ({ userId }) => <PersonIdLink userId={userId} />,
            },
            {
              id: 'email',
              header: 'Email',
              isRowHeader: true,
              isTruncated: true,
              cell: ({ email }) => email,
            },
            { id: 'at', header: at, className: 'w-72 max-w-72', cell: PauseNote },
          ]}
        />
      )}
      <PageButtons pager={pager} of={label.toLowerCase()} />
    </div>
  )
}
