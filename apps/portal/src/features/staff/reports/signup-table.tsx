import type { Signup } from '@portal/contract/people'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { Timestamp } from '@portal/ui/text/timestamp'
import { OrNone } from '../staff-links.tsx'

/** In UTC, like the days of the report: a date in local time could lie outside them. */
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

const columns = [
  text('First Name', ({ firstName }) => firstName),
  text('Last Name', ({ lastName }) => lastName),
  text('Email', ({ email }) => email, { isRowHeader: true }),
  text('Signup Method', ({ signupMethod }) => signupMethod),
  text('Discord', ({ discordUsername }) => discordUsername),
  text('Github', ({ githubUsername }) => githubUsername),
  text('Signup Date', () => null, { isTruncated: false, cell: SignupDate }),
]

/** One page of the report, the earliest first (SPEC section 2, "Admin page"). */
export function SignupTable({ rows }: { rows: readonly Signup[] }) {
  return (
    <Table
      label="Signups"
      rows={rows}
      // Nothing that is shown names a row alone: accounts that were imported have one moment, and may have one address.
      rowKey={(row) => String(rows.indexOf(row))}
      emptyState="Nobody signed up in these days."
      columns={columns}
    />
  )
}
