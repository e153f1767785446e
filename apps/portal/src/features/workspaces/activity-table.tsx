import { type Activity, eventLabels } from '@portal/contract/activity/activity'
import { subjectText } from '@portal/contract/activity/subject-text'
import { Table } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Fragment, type ReactNode } from 'react'
import { fullName } from '../../lib/layout/full-name.ts'
import { WhenCell, WhoCell } from '../../lib/layout/log-cells.tsx'

/** Isolates the values of a change, because two Arabic names would otherwise read from right to left: the new one first. */
function Subject({ text }: { text: string }) {
  const values = [...text.matchAll(/( → |; |^)(.*?)(?= → |; |$)/gs)]
  return values.map(({ index, 1: separator, 2: value }) => (
    <Fragment key={index}>
      {separator}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}

function WhatCell({ entry }: { entry: Activity }) {
  const subject = subjectText(entry)
  return (
    <div className="min-w-48">
      <div>{eventLabels[entry.act] ?? entry.act}</div>
      {subject && (
        <div className="text-content-muted text-sm wrap-anywhere">
          <Subject text={subject} />
        </div>
      )}
    </div>
  )
}

/** Returns the name or email of the actor. Both are missing for automatic events and deleted accounts. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  const name = actor.serviceAccount?.name ?? fullName(actor) ?? actor.email ?? 'System or deleted user'
  return actor.tokenName === null ? name : `${name}, with the API token ${actor.tokenName}`
}

/** Shows who did what, when and from where. Hovering shows the exact time. */
export function ActivityTable({
  entries,
  nothingFound,
}: {
  entries: readonly Activity[]
  /** Shown if a search or filter finds nothing. */
  nothingFound: ReactNode
}) {
  return (
    <Table
      label="Activity"
      rows={entries}
      rowKey={({ id }) => id}
      emptyState={nothingFound || <EmptyState size="sm" scene="activity" title="No activity yet" />}
      columns={[
        { id: 'what', header: 'What', isRowHeader: true, cell: (entry) => <WhatCell entry={entry} /> },
        {
          id: 'who',
          header: 'Who',
          className: 'w-48 wide:w-64',
          cell: (entry) => (
            <WhoCell name={actorName(entry)} email={entry.actor.email} className="wide:max-w-60" />
          ),
        },
        {
          id: 'when',
          header: 'When',
          className: 'w-40 wide:w-52',
          cell: ({ at, ipAddress }) => <WhenCell at={at} ipAddress={ipAddress} className="wide:max-w-48" />,
        },
      ]}
    />
  )
}
