/** The parts of the staff pages of a user and of a workspace. */
import { Table, type TableProps } from '@portal/ui/data/table'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import type { Restriction } from './restrictions.ts'

/** The API lists at most this many records of each kind for a user or a workspace. */
export const mostListed = 200

interface RecordTableProps<Row> extends Omit<TableProps<Row>, 'label'> {
  /** The anchor of the table. */
  id: string
  title: string
  /** The total, if more records exist than are listed. */
  count?: number
  /** Shown below a table that doesn't list every record. */
  note?: string | false
  actions?: ReactNode
}

/** A titled table. */
export function RecordTable<Row>({ id, title, count, note, actions, ...table }: RecordTableProps<Row>) {
  return (
    <TitledSection id={id} title={title} count={count ?? table.rows.length} actions={actions}>
      <Table label={title} pageSize={rowsPerPage} {...table} />
      {note && <p className="text-content-muted text-sm">{note}</p>}
    </TitledSection>
  )
}

interface Fact {
  name: string
  value: ReactNode
  /** Whether the value is a long text, which gets a full row. */
  isLong?: boolean
}

/** A list of labeled values. */
export function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <dl
      aria-label={label}
      className="grid gap-x-8 rounded-lg border border-line bg-surface-raised px-5 py-2 desktop:grid-cols-2"
    >
      {facts.map(({ name, value, isLong }) => (
        <div
          key={name}
          className={`flex min-w-0 items-baseline gap-3 py-1.5 ${isLong ? 'desktop:col-span-2' : ''}`}
        >
          <dt className="w-36 shrink-0 text-content-muted text-sm">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RestrictionPanelProps {
  title: string
  tone: 'danger' | 'warning'
  restriction: Restriction | null
  /** Shown if no staff member is known to have set the restriction. */
  fallbackAuthor: string
}

/** Shows when a quarantine or suspension started, its end, author and reason. Renders nothing without one. */
export function RestrictionPanel({ title, tone, restriction, fallbackAuthor }: RestrictionPanelProps) {
  if (!restriction) return null
  const { since, until, byEmail, reason } = restriction
  return (
    <StatusBox tone={tone} title={title} announce="off">
      <p className="text-sm">
        <Timestamp date={since} /> · by <span>{byEmail ?? fallbackAuthor}</span> ·{' '}
        {until ? (
          <span key="until">
            until <Timestamp date={until} isMidSentence />
          </span>
        ) : (
          <span>until staff end it</span>
        )}
      </p>
      <p className="text-sm wrap-anywhere">{reason ?? 'No reason was given.'}</p>
    </StatusBox>
  )
}
