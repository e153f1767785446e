import { Table, type TableProps } from '@portal/ui/data/table'
import type { ReactNode } from 'react'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'

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

/** A titled table on the page of a user or a workspace. */
export function RecordTable<Row>({ id, title, count, note, actions, ...table }: RecordTableProps<Row>) {
  return (
    <TitledSection id={id} title={title} count={count ?? table.rows.length} actions={actions}>
      <Table label={title} pageSize={rowsPerPage} {...table} />
      {note && <p className="text-content-muted text-sm">{note}</p>}
    </TitledSection>
  )
}
