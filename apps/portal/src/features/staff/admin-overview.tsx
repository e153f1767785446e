import type { StaffRecord } from '@portal/contract/staff/records/records'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { AnchorLink } from '../../lib/layout/anchor-nav.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { rowsOf } from '../../lib/request/api-query.ts'
import { NotLoaded } from '../../lib/request/failure.tsx'
import { adminSections } from './admin-section.tsx'
import { restrictedAccountsQuery } from './restrictions.ts'
import { FoundRow } from './search-results.tsx'
import { useStaffCheck } from './staff-check.tsx'
import { personPath, workspacePath } from './staff-links.tsx'
import { staffLogQuery } from './staff-log-query.ts'
import { recordSentence, staffName } from './staff-texts.ts'

const mostShown = 5

interface GlanceProps<Row> {
  title: string
  /** Links to the sections that list everything. */
  more: ReactNode
  queries: readonly Pick<UseInfiniteQueryResult, 'data' | 'error'>[]
  /** The rows, once every query has loaded. */
  rows: readonly Row[]
  emptyText: string
  children: (row: Row) => ReactNode
}

/** The first rows of lists that the sections below show in full, with their errors. */
function Glance<Row>({ title, more, queries, rows, emptyText, children }: GlanceProps<Row>) {
  const titleId = useId()
  const { failure } = useStaffCheck()
  const isLoaded = queries.every(({ data }) => data)
  const isFailed = !isLoaded && (failure !== undefined || queries.some(({ error }) => error))
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Not a heading: the specified sections are the headings of the page. */}
        <p id={titleId} className="font-semibold text-lg">
          {title}
        </p>
        <span className="flex gap-4 text-sm">{more}</span>
      </div>
      {isFailed && <NotLoaded />}
      {!isLoaded && !isFailed && <ListPending label={`Loading ${title.toLowerCase()}...`} />}
      {isLoaded && (
        <div className="overflow-hidden rounded-lg border border-line bg-surface-raised shadow-raised">
          {rows.length === 0 ? (
            <p className="px-4 py-6 text-center text-content-muted">{emptyText}</p>
          ) : (
            <ul className="divide-y divide-line">{rows.slice(0, mostShown).map(children)}</ul>
          )}
        </div>
      )}
    </section>
  )
}

function SectionLink({ name, children }: { name: keyof typeof adminSections; children: string }) {
  return (
    <AnchorLink id={adminSections[name].id} className={quietLink}>
      {children}
    </AnchorLink>
  )
}

const pills = {
  quarantine: <Pill tone="danger">Quarantined</Pill>,
  suspension: <Pill tone="warning">Suspended</Pill>,
}

/** The users who were quarantined or suspended last. A user with both is listed twice, because each has its own reason. */
function PausedPeople() {
  const { isConfirmed } = useStaffCheck()
  const quarantined = useInfiniteQuery(restrictedAccountsQuery('quarantine'))
  const suspended = useInfiniteQuery({ ...restrictedAccountsQuery('suspension'), enabled: isConfirmed })
  const rows = [
    ...(quarantined.data ? rowsOf(quarantined.data) : []).map((row) => ({
      ...row,
      kind: 'quarantine' as const,
    })),
    ...(suspended.data ? rowsOf(suspended.data) : []).map((row) => ({ ...row, kind: 'suspension' as const })),
  ].sort((one, other) => other.since.localeCompare(one.since))
  return (
    <Glance
      title="Paused people"
      more={
        <>
          <SectionLink name="accountQuarantine">All quarantined</SectionLink>
          <SectionLink name="suspensions">All suspended</SectionLink>
        </>
      }
      queries={[quarantined, suspended]}
      rows={rows}
      emptyText="No users are quarantined or suspended."
    >
      {({ kind, userId, email, since, byEmail, reason }) => (
        <FoundRow
          key={`${kind} ${userId}`}
          href={personPath(userId)}
          name={email}
          pills={pills[kind]}
          facts={
            <>
              {byEmail && <span>by {byEmail}</span>}
              <Timestamp date={since} isRelative hasTooltip={false} />
              {reason && <bdi className="line-clamp-2 basis-full">{reason}</bdi>}
            </>
          }
        />
      )}
    </Glance>
  )
}

/** What an action changed. */
function subjectOf({ act, aboutUser, aboutWorkspace }: StaffRecord) {
  if (aboutWorkspace && act.startsWith('workspace.'))
    return { name: aboutWorkspace.displayName ?? aboutWorkspace.id, href: workspacePath(aboutWorkspace.id) }
  return aboutUser && { name: aboutUser.email ?? aboutUser.id, href: personPath(aboutUser.id) }
}

/** The last actions of staff. Look-ups are in the log only, because a single search adds many. */
function RecentActions() {
  const { isConfirmed } = useStaffCheck()
  const query = useInfiniteQuery({ ...staffLogQuery({ kind: 'action' }), enabled: isConfirmed })
  return (
    <Glance
      title="Recent actions by staff"
      more={<SectionLink name="log">All activity</SectionLink>}
      queries={[query]}
      rows={query.data ? rowsOf(query.data) : []}
      emptyText="No actions by staff yet."
    >
      {(record) => {
        const subject = subjectOf(record)
        return (
          <FoundRow
            key={record.id}
            {...(subject ?? { name: recordSentence(record) })}
            facts={
              <>
                {subject && <span>{recordSentence(record)}</span>}
                <span>
                  by <bdi>{staffName(record)}</bdi>
                </span>
                <Timestamp date={record.at} isRelative hasTooltip={false} />
              </>
            }
          />
        )
      }}
    </Glance>
  )
}

/** What staff see before the sections: who is paused now, and what their colleagues did last. */
export function AdminOverview() {
  return (
    <div className="@container">
      <div className="grid gap-x-6 gap-y-8 @min-[50rem]:grid-cols-2">
        <PausedPeople />
        <RecentActions />
      </div>
    </div>
  )
}
