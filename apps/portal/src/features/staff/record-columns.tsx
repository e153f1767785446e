/** Columns shared by the staff tables. */
import type { TableColumn } from '@portal/ui/data/table'
import { Timestamp } from '@portal/ui/text/timestamp'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { PersonIdLink, WorkspaceIdLink } from './staff-links.tsx'

const userIdHead = { id: 'id', header: 'User id', className: 'w-60' }

/** For rows that belong to a user. */
export const userIdColumn: TableColumn<{ userId: string }> = {
  ...userIdHead,
  cell: ({ userId }) => <PersonIdLink userId={userId} />,
}

/** For rows that are users. */
export const personIdColumn: TableColumn<{ id: string }> = {
  ...userIdHead,
  cell: ({ id }) => <PersonIdLink userId={id} />,
}

export const workspaceIdColumn: TableColumn<{ id: string }> = {
  id: 'id',
  header: 'Workspace id',
  className: 'w-60',
  cell: ({ id }) => <WorkspaceIdLink workspaceId={id} />,
}

export const emailColumn: TableColumn<{ email: string }> = {
  id: 'email',
  header: 'Email',
  isRowHeader: true,
  isTruncated: true,
  cell: ({ email }) => email,
}

export const displayNameColumn: TableColumn<{ displayName: string }> = {
  id: 'name',
  header: 'Display name',
  isRowHeader: true,
  isTruncated: true,
  cell: ({ displayName }) => displayName,
}

export const instanceUrlColumn: TableColumn<{ instanceUrl: string }> = {
  id: 'url',
  header: 'Instance URL',
  isTruncated: true,
  cell: ({ instanceUrl }) => instanceUrl,
}

export const tokenNameColumn: TableColumn<{ name: string }> = {
  id: 'name',
  header: 'Name',
  isRowHeader: true,
  isTruncated: true,
  cell: ({ name }) => name,
}

export const expiresColumn: TableColumn<{ expiresAt: string }> = {
  id: 'expires',
  header: 'Expires',
  className: 'whitespace-nowrap',
  cell: ({ expiresAt }) => <Timestamp date={expiresAt} />,
}

/** When a token was last used, and from which address. */
export const lastUsedColumn: TableColumn<{ lastUsedAt: string | null; ipAddress: string | null }> = {
  id: 'used',
  header: 'Last used',
  cell: ({ lastUsedAt, ipAddress }) =>
    lastUsedAt ? (
      <WhenCell at={lastUsedAt} ipAddress={ipAddress} />
    ) : (
      <span className="text-content-subtle">Not yet</span>
    ),
}
