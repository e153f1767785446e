import type { Signup } from '@portal/contract/staff/reports/reports'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { Timestamp } from '@portal/ui/text/timestamp'
import { OrNone } from '../staff-links.tsx'

/** Shows the date in UTC, like the report's days. A local date could fall outside the range. */
function SignupDate({ signupAt }: Signup) {
  return <Timestamp date={signupAt} size="mini" isUtc className="whitespace-nowrap" />
}

const text = (
  header: string,
  read: (row: Signup) => string | null,
  more: Partial<TableColumn<Signup>> = {},
): TableColumn<Signup> => ({
  id: header,
  header,
  isTruncated: true,
  cell: (row) => <OrNone>{read(row)}</OrNone>,
  ...more,
})

/** Keeps all seven columns in view beside a long name. */
const narrow = { className: 'max-w-30!' }

const columns = [
  text('First name', ({ firstName }) => firstName, narrow),
  text('Last name', ({ lastName }) => lastName, narrow),
  text('Email', ({ email }) => email, { isRowHeader: true }),
  text('Signup method', ({ signupMethod }) => signupMethod),
  text('Discord', ({ discordUsername }) => discordUsername, narrow),
  text('Github', ({ githubUsername }) => githubUsername, narrow),
  text('Signup date', () => null, { isTruncated: false, cell: SignupDate }),
]

/** One page of the report, earliest signup first. */
export function SignupTable({ rows }: { rows: readonly Signup[] }) {
  return (
    <Table
      label="Signups"
      rows={rows}
      // No column is unique: imported accounts share one signup time and may share an email.
      rowKey={(row) => String(rows.indexOf(row))}
      emptyState="No signups in this period."
      columns={columns}
    />
  )
}
