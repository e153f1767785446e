import { Table } from '@portal/ui/data/table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminSection } from '../admin-section.tsx'
import { PagedList } from '../paged-list.tsx'
import { emailColumn, userIdColumn } from '../record-columns.tsx'
import { personPath } from '../staff-links.tsx'
import { useStaffStanding } from '../staff-standing.ts'
import { pausedPeopleQuery } from './list-queries.ts'
import type { PauseKind } from './pause.ts'
import { PauseForm } from './pause-form.tsx'
import { PauseNote } from './pause-panel.tsx'
import { useSetPersonPause } from './use-set-person-pause.ts'

const words = {
  quarantine: { label: 'Quarantined users', at: 'Quarantined at', none: 'No users are quarantined.' },
  suspension: { label: 'Suspended users', at: 'Suspended at', none: 'No users are suspended.' },
}

/** The paused accounts. */
function PausedPeopleTable({ kind }: { kind: PauseKind }) {
  const { isConfirmed } = useStaffStanding()
  // The page requests the quarantined users to confirm the standing. The suspended users are requested afterwards.
  const query = useInfiniteQuery({
    ...pausedPeopleQuery(kind),
    enabled: kind === 'quarantine' || isConfirmed,
  })
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

const sections = {
  quarantine: {
    name: 'accountQuarantine',
    intro:
      'For suspicious activity. The user gets an email and sees only the quarantine notice. Their tokens are refused until the quarantine ends. Open invitations that they sent are withdrawn.',
    pauseIcon: 'ban',
    pauseText: 'Quarantine account',
    endText: 'Unquarantine account',
  },
  suspension: {
    name: 'suspensions',
    intro:
      'For missing payment or payment information. The user gets an email and sees a notice with a way to pay. Their tokens are refused until the suspension ends. Open invitations that they sent are withdrawn.',
    pauseIcon: 'pause',
    pauseText: 'Suspend user',
    endText: 'Unsuspend user',
  },
} as const

/** The sections "Manage account quarantine" and "Manage user suspensions". */
export function AccountPauseSection({ kind }: { kind: PauseKind }) {
  const { set, status, error } = useSetPersonPause(kind)
  const { name, intro, ...form } = sections[kind]
  return (
    <AdminSection name={name} intro={intro}>
      <PauseForm
        {...form}
        idLabel="User id"
        pagePathOf={personPath}
        onSet={set}
        status={status}
        error={error}
      />
      <PausedPeopleTable kind={kind} />
    </AdminSection>
  )
}
