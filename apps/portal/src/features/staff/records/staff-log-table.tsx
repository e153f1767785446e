import type { StaffRecord } from '@portal/contract/staff/records/records'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { TextLink } from '@portal/ui/text/text-link'
import { Truncate } from '@portal/ui/text/truncate'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { WhenCell, WhoCell } from '../../../lib/layout/log-cells.tsx'
import { canBeWithheld, staffName } from '../staff-labels.ts'
import { personPath, workspacePath } from '../staff-links.tsx'
import { type RecordChange, recordChanges } from './record-changes.ts'
import { recordSentence } from './record-sentence.ts'
import { WithholdDialog } from './withhold-dialog.tsx'

/** The values before and after an action, one line each. */
function RecordChangeList({ changes }: { changes: readonly RecordChange[] }) {
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

function AboutCell({ aboutUser, aboutWorkspace }: StaffRecord) {
  if (!aboutUser && !aboutWorkspace) return <span className="text-content-subtle">None</span>
  return (
    <div className="flex min-w-0 max-w-36 flex-col desktop:max-w-52">
      {aboutUser && (
        <Truncate tooltip={aboutUser.email ?? aboutUser.id}>
          <TextLink href={personPath(aboutUser.id)}>{aboutUser.email ?? aboutUser.id}</TextLink>
        </Truncate>
      )}
      {aboutWorkspace && (
        <Truncate tooltip={aboutWorkspace.displayName ?? aboutWorkspace.id}>
          <TextLink href={workspacePath(aboutWorkspace.id)}>
            {aboutWorkspace.displayName ?? aboutWorkspace.id}
          </TextLink>
        </Truncate>
      )}
    </div>
  )
}

/** Focuses the element that replaces a button which had the focus when it disappeared. */
function useFocusReplacement(isButtonThere: boolean): RefObject<HTMLSpanElement | null> {
  const successor = useRef<HTMLSpanElement>(null)
  const wasButtonThere = useRef(isButtonThere)
  useEffect(() => {
    if (wasButtonThere.current && !isButtonThere && document.activeElement === document.body)
      successor.current?.focus()
    wasButtonThere.current = isButtonThere
  }, [isButtonThere])
  return successor
}

function WhatCell({ record, onWithhold }: { record: StaffRecord; onWithhold: () => void }) {
  const changes = recordChanges(record)
  const withheldRef = useFocusReplacement(canBeWithheld(record))
  return (
    <div className="flex min-w-36 flex-col items-start gap-0.5">
      <span className="wrap-anywhere">{recordSentence(record)}</span>
      {record.reason && (
        <Truncate lineClamp={2} isExpandable className="text-content-muted text-sm">
          {record.reason}
        </Truncate>
      )}
      {changes.length > 0 && <RecordChangeList changes={changes} />}
      {record.withheldReason !== null && (
        <span
          ref={withheldRef}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-1.5 text-content-muted text-sm outline-none"
        >
          <Pill tone="warning">Withheld</Pill>
          <span className="wrap-anywhere">{record.withheldReason}</span>
        </span>
      )}
      {canBeWithheld(record) && (
        <Button variant="ghost" size="xs" icon="eye-off" onPress={onWithhold} className="-ml-2">
          Withhold
        </Button>
      )}
    </div>
  )
}

/** Each row shows the action, the user or workspace concerned, the staff member, the time and the IP address. */
export function StaffLogTable({
  records,
  nothingFound,
}: {
  records: readonly StaffRecord[]
  /** Shown if a search or filter finds nothing. */
  nothingFound: ReactNode
}) {
  const [withheld, setWithheld] = useKeptState<StaffRecord | undefined>('withhold', undefined)
  return (
    <>
      <Table
        label="Staff activity"
        rows={records}
        rowKey={({ id }) => id}
        emptyState={nothingFound || <EmptyState size="sm" scene="activity" title="No staff activity yet" />}
        columns={[
          {
            id: 'what',
            header: 'What',
            isRowHeader: true,
            cell: (record) => <WhatCell record={record} onWithhold={() => setWithheld(record)} />,
          },
          { id: 'about', header: 'About', className: 'desktop:w-56', cell: AboutCell },
          {
            id: 'who',
            header: 'Who',
            className: 'desktop:w-44',
            cell: (record) => <WhoCell name={staffName(record)} email={record.staff?.email} />,
          },
          { id: 'when', header: 'When', className: 'desktop:w-40', cell: WhenCell },
        ]}
      />
      {withheld && <WithholdDialog record={withheld} onClose={() => setWithheld(undefined)} />}
    </>
  )
}
