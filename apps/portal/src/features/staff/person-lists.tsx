import { roleLabels } from '@portal/contract/members/roles'
import { deviceName } from '@portal/contract/sessions/device-name'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { Pill } from '@portal/ui/data/pill'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { Truncate } from '@portal/ui/text/truncate'
import type { ReactNode } from 'react'
import { Identifier } from '../../lib/layout/identifier.tsx'
import {
  displayNameColumn,
  expiresColumn,
  instanceUrlColumn,
  lastUsedColumn,
  tokenNameColumn,
  workspaceIdColumn,
} from './record-columns.tsx'
import { mostListed, RecordTable } from './record-parts.tsx'
import { OrNone, workspacePath } from './staff-links.tsx'

/** Shows a browser as "Firefox on Windows", with the user agent in a tooltip. Shows the user agent of any other client unchanged. */
function ClientName({ userAgent }: { userAgent: string }) {
  if (!userAgent.startsWith('Mozilla/')) return <Truncate>{userAgent}</Truncate>
  return <TooltipText tooltip={userAgent}>{deviceName(userAgent)}</TooltipText>
}

interface ListProps {
  report: PersonReport
  actions?: ReactNode
}

/** The identities that can sign in to the account. */
export function PersonIdentities({ report: { identities } }: { report: PersonReport }) {
  return (
    <RecordTable
      id="identities"
      title="Identities"
      rows={identities}
      rowKey={({ subject }) => subject}
      emptyState="No sign-ins yet."
      columns={[
        {
          id: 'subject',
          header: 'Sign-in id',
          isTruncated: true,
          cell: ({ subject }) => <Identifier>{subject}</Identifier>,
        },
        { id: 'email', header: 'Email', isTruncated: true, cell: ({ email }) => email },
        {
          id: 'verified',
          header: 'Email verified',
          cell: ({ isEmailVerified }) => (isEmailVerified ? 'Yes' : <Pill tone="warning">No</Pill>),
        },
        {
          id: 'last',
          header: 'Last sign-in',
          className: 'whitespace-nowrap',
          cell: ({ lastSignInAt }) => <Timestamp date={lastSignInAt} isRelative />,
        },
      ]}
    />
  )
}

export function PersonWorkspaces({ report }: { report: PersonReport }) {
  const { workspaces, workspaceCount: count } = report
  return (
    <RecordTable
      id="workspaces"
      title="Workspaces"
      count={count}
      rows={workspaces}
      rowKey={({ id }) => id}
      emptyState="This user has no workspaces."
      columns={[
        workspaceIdColumn,
        displayNameColumn,
        { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
        // Keeps the state in view in a narrow window.
        { ...instanceUrlColumn, className: 'max-desktop:hidden' },
        {
          id: 'state',
          header: 'State',
          cell: ({ quarantinedAt }) =>
            quarantinedAt ? <Pill tone="danger">Quarantined</Pill> : <Pill tone="success">Open</Pill>,
        },
      ]}
      note={count > mostListed && `Shows the ${mostListed} joined most recently.`}
    />
  )
}

export function PersonSessions({ report: { sessions }, actions }: ListProps) {
  return (
    <RecordTable
      id="sessions"
      title="Sessions"
      actions={actions}
      rows={sessions}
      rowKey={({ id }) => id}
      emptyState="No active sessions."
      columns={[
        {
          id: 'agent',
          header: 'Browser',
          className: 'max-w-96',
          cell: ({ userAgent }) => <OrNone>{userAgent && <ClientName userAgent={userAgent} />}</OrNone>,
        },
        { id: 'from', header: 'IP address', cell: ({ ipAddress }) => <OrNone>{ipAddress}</OrNone> },
        {
          id: 'since',
          header: 'Signed in',
          className: 'whitespace-nowrap',
          cell: ({ createdAt }) => <Timestamp date={createdAt} isRelative />,
        },
        {
          id: 'last',
          header: 'Last seen',
          className: 'whitespace-nowrap',
          cell: ({ lastUsedAt }) => (
            <OrNone>{lastUsedAt && <Timestamp date={lastUsedAt} isRelative />}</OrNone>
          ),
        },
      ]}
    />
  )
}

/** The user's active API tokens and instance sessions. */
export function PersonTokens({ report: { tokens }, actions }: ListProps) {
  return (
    <RecordTable
      id="tokens"
      title="Tokens"
      actions={actions}
      rows={tokens}
      rowKey={({ id }) => id}
      emptyState="This user has no active tokens."
      columns={[
        tokenNameColumn,
        {
          id: 'kind',
          header: 'Kind',
          cell: ({ kind }) => <Pill>{kind === 'api' ? 'API token' : 'Instance session'}</Pill>,
        },
        {
          id: 'workspace',
          header: 'Workspace',
          isTruncated: true,
          cell: ({ workspaceId, workspaceName }) => (
            <TextLink href={workspacePath(workspaceId)}>{workspaceName}</TextLink>
          ),
        },
        expiresColumn,
        lastUsedColumn,
      ]}
      note={tokens.length === mostListed && `Shows at most ${mostListed}.`}
    />
  )
}
