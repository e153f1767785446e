import type { Activity } from '@portal/contract/activity'
import { Table } from '@portal/ui/table'
import { Timestamp } from '@portal/ui/timestamp'
import { Truncate } from '@portal/ui/truncate'
import { actLabels, actorName, subjectText } from './activity-labels.ts'

function WhatCell({ entry }: { entry: Activity }) {
  const subject = subjectText(entry)
  return (
    <div className="min-w-48">
      <div>{actLabels[entry.act]}</div>
      {subject && <div className="text-content-muted text-sm wrap-anywhere">{subject}</div>}
    </div>
  )
}

function WhoCell({ entry }: { entry: Activity }) {
  const name = actorName(entry)
  const { email } = entry.actor
  return (
    <div className="min-w-0 max-w-44">
      <Truncate>{name}</Truncate>
      {email && email !== name && <Truncate className="text-content-muted text-sm">{email}</Truncate>}
    </div>
  )
}

function WhenCell({ entry }: { entry: Activity }) {
  return (
    <div className="min-w-0 max-w-36">
      <Timestamp date={entry.at} isRelative className="whitespace-nowrap" />
      {entry.ipAddress && <Truncate className="text-content-muted text-sm">from {entry.ipAddress}</Truncate>}
    </div>
  )
}

/** Who did what, when and from where; the exact time shows on hover. */
export function ActivityTable({
  entries,
  isFiltered,
}: {
  entries: readonly Activity[]
  isFiltered: boolean
}) {
  return (
    <Table
      label="Activity"
      rows={entries}
      rowKey={({ id }) => id}
      emptyState={isFiltered ? 'Nothing in the log matches.' : 'Nothing has happened yet.'}
      columns={[
        { id: 'what', header: 'What', isRowHeader: true, cell: (entry) => <WhatCell entry={entry} /> },
        { id: 'who', header: 'Who', className: 'w-48', cell: (entry) => <WhoCell entry={entry} /> },
        { id: 'when', header: 'When', className: 'w-40', cell: (entry) => <WhenCell entry={entry} /> },
      ]}
    />
  )
}
