import { lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffRecord, staffRecords } from '@portal/contract/staff/records/records'
import { givenReasonSchema } from '@portal/contract/text/text-rules'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { TextArea } from '@portal/ui/fields/text-area'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { TextLink } from '@portal/ui/text/text-link'
import { Truncate } from '@portal/ui/text/truncate'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { FormDialog } from '../../lib/layout/form-dialog.tsx'
import { WhenCell, WhoCell } from '../../lib/layout/log-cells.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { personPath, workspacePath } from './staff-links.tsx'
import { useReloadLog } from './staff-log-query.ts'
import { canBeWithheld, type RecordChange, recordChanges, recordSentence, staffName } from './staff-texts.ts'

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
  const { id: ownId } = useUser()
  const changes = recordChanges(record)
  const canWithhold = canBeWithheld(record, ownId)
  const withheldRef = useFocusReplacement(canWithhold)
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
      {canWithhold && (
        <Button variant="ghost" size="xs" icon="eye-off" onPress={onWithhold} className="-ml-2">
          Withhold
        </Button>
      )}
    </div>
  )
}

/** Hides a look-up from the user concerned, for a recorded reason. */
function WithholdDialog({ record, onClose }: { record: StaffRecord; onClose: () => void }) {
  const [reason, setReason] = useKeptState<string | null>('withhold reason', null)
  const [isSent, setIsSent] = useState(false)
  const reloadLog = useReloadLog()
  const withhold = useApiMutation(staffRecords.withhold, {
    expectedErrors: ['NotFound', 'Conflict'],
    onSuccess: () => {
      reloadLog()
      onClose()
      showToast('The look-up is now withheld', { tone: 'success' })
    },
  })
  const given = (reason ?? '').trim()
  const problem = givenReasonSchema.safeParse(given).error?.issues[0]?.message

  function confirm() {
    setIsSent(true)
    if (problem === undefined) withhold.mutate({ params: { recordId: record.id }, body: { reason: given } })
  }

  return (
    <FormDialog
      title="Withhold this look-up?"
      description={`${record.aboutUser?.email ?? 'The user'} would see it ${lookUpShownAfterDays} days after the look-up. Withholding it is logged and cannot be undone.`}
      actText="Withhold"
      tone="accent"
      request={withhold}
      onSubmit={confirm}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        isRequired
        value={reason}
        onChange={setReason}
        errorMessage={isSent ? problem : undefined}
      />
    </FormDialog>
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
