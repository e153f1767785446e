import { Table, type TableProps } from '@portal/ui/data/table'
import { TitledSection } from '../../../lib/layout/titled-section.tsx'

/** The API lists no more of each kind about a person or a workspace. */
export const mostListed = 200

interface RecordTableProps<Row> extends Omit<TableProps<Row>, 'label'> {
  title: string
  /** How many there are, where that is more than is listed. */
  count?: number
  /** Below the table, where it does not show everything. */
  note?: string | false
}

/** One table of the page about a person or a workspace, below its heading. */
export function RecordTable<Row>({ title, count, note, ...table }: RecordTableProps<Row>) {
  return (
    <TitledSection title={title} count={count ?? table.rows.length}>
      <Table label={title} {...table} />
      {note && <p className="text-content-muted text-sm">{note}</p>}
    </TitledSection>
  )
}
