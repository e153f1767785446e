import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import { Pill } from './pill.tsx'
import { Table, type TableColumn } from './table.tsx'

interface Person {
  email: string
  role: string
  joinedAt: string
  note: string
}

const people: Person[] = [
  { email: 'cleo@example.com', role: 'Owner', joinedAt: '2024-01-02T10:00:00', note: 'Began it all.' },
  {
    email: 'ada@example.com',
    role: 'Approver',
    joinedAt: '2024-08-03T09:03:07',
    note: 'A note that is much longer than the column it has to live in, so that most of it is cut away.',
  },
  { email: 'bo@example.com', role: 'Collaborator', joinedAt: '2023-05-06T08:00:00', note: '' },
]

const columns: TableColumn<Person>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => email, sortValue: ({ email }) => email },
  { id: 'role', header: 'Role', cell: ({ role }) => <Pill>{role}</Pill>, sortValue: ({ role }) => role },
  {
    id: 'joined',
    header: 'Joined',
    cell: ({ joinedAt }) => <Timestamp date={joinedAt} size="mini" />,
    sortValue: ({ joinedAt }) => new Date(joinedAt),
  },
  { id: 'note', header: 'Note', cell: ({ note }) => note, isTruncated: true },
  {
    id: 'remove',
    header: 'Remove',
    isHeaderHidden: true,
    align: 'right',
    cell: ({ email }) => (
      <Button size="xs" aria-label={`Remove ${email}`}>
        Remove
      </Button>
    ),
  },
]

const meta = {
  title: 'Display/Table',
  component: Table<Person>,
  args: { label: 'People', columns, rows: people, rowKey: ({ email }) => email },
} satisfies Meta<typeof Table<Person>>
export default meta
type Story = StoryObj<typeof meta>

export const People: Story = {}
