import { roleLabels } from '@portal/contract/permissions'
import type { PersonReport } from '@portal/contract/staff'
import { Pill } from '@portal/ui/pill'
import { Table } from '@portal/ui/table'
import { TextLink } from '@portal/ui/text-link'
import { Timestamp } from '@portal/ui/timestamp'
import { ReportPart } from './report-part.tsx'
import { OrNone, WorkspaceIdLink, workspacePath } from './staff-links.tsx'

/** The API lists no more of each kind. */
const mostListed = 200

/** Every way to sign in to the account. */
export function PersonIdentities({ identities }: Pick<PersonReport, 'identities'>) {
  return (
    <ReportPart title="Identities" count={identities.length}>
      <Table
        label="Identities"
        rows={identities}
        rowKey={({ subject }) => subject}
        emptyState="There is no sign-in yet."
        columns={[
          { id: 'subject', header: 'Sign-in Id', isTruncated: true, cell: ({ subject }) => subject },
          { id: 'email', header: 'Email', isTruncated: true, cell: ({ email }) => email },
          {
            id: 'verified',
            header: 'Email Verified',
            cell: ({ isEmailVerified }) => (isEmailVerified ? 'Yes' : <Pill tone="warning">No</Pill>),
          },
          {
            id: 'last',
            header: 'Last Sign-in',
            cell: ({ lastSignInAt }) => <Timestamp date={lastSignInAt} isRelative />,
          },
        ]}
      />
    </ReportPart>
  )
}

export function PersonWorkspaces({
  workspaces,
  count,
}: Pick<PersonReport, 'workspaces'> & { count: number }) {
  return (
    <ReportPart title="Workspaces" count={count}>
      <Table
        label="Workspaces"
        rows={workspaces}
        rowKey={({ id }) => id}
        emptyState="This person is in no workspace."
        columns={[
          {
            id: 'id',
            header: 'Workspace Id',
            className: 'w-60',
            cell: ({ id }) => <WorkspaceIdLink workspaceId={id} />,
          },
          {
            id: 'name',
            header: 'Display Name',
            isRowHeader: true,
            isTruncated: true,
            cell: ({ displayName }) => displayName,
          },
          { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
          { id: 'url', header: 'Instance Url', isTruncated: true, cell: ({ instanceUrl }) => instanceUrl },
          {
            id: 'state',
            header: 'State',
            cell: ({ quarantinedAt }) =>
              quarantinedAt ? <Pill tone="danger">Quarantined</Pill> : <Pill tone="success">Open</Pill>,
          },
        ]}
      />
      {count > mostListed && (
        <p className="text-content-muted text-sm">The last {mostListed} joined are listed.</p>
      )}
    </ReportPart>
  )
}

export function PersonSessions({ sessions }: Pick<PersonReport, 'sessions'>) {
  return (
    <ReportPart title="Sessions" count={sessions.length}>
      <Table
        label="Sessions"
        rows={sessions}
        rowKey={({ id }) => id}
        emptyState="This person is signed in nowhere."
        columns={[
          {
            id: 'agent',
            header: 'Browser',
            isTruncated: true,
            className: 'max-w-96',
            cell: ({ userAgent }) => <OrNone>{userAgent}</OrNone>,
          },
          { id: 'from', header: 'Address', cell: ({ ipAddress }) => <OrNone>{ipAddress}</OrNone> },
          {
            id: 'since',
            header: 'Signed In',
            cell: ({ createdAt }) => <Timestamp date={createdAt} isRelative />,
          },
          {
            id: 'last',
            header: 'Last Seen',
            cell: ({ lastUsedAt }) => (
              <OrNone>{lastUsedAt && <Timestamp date={lastUsedAt} isRelative />}</OrNone>
            ),
          },
        ]}
      />
    </ReportPart>
  )
}

/** API tokens and instance sessions that work. */
export function PersonTokens({ tokens }: Pick<PersonReport, 'tokens'>) {
  return (
    <ReportPart title="Tokens" count={tokens.length}>
      <Table
        label="Tokens"
        rows={tokens}
        rowKey={({ id }) => id}
        emptyState="This person has no working token."
        columns={[
          { id: 'name', header: 'Name', isRowHeader: true, isTruncated: true, cell: ({ name }) => name },
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
          { id: 'expires', header: 'Expires', cell: ({ expiresAt }) => <Timestamp date={expiresAt} /> },
          {
            id: 'used',
            header: 'Last Used',
            cell: ({ lastUsedAt, ipAddress }) =>
              lastUsedAt ? (
                <span className="flex flex-col">
                  <Timestamp date={lastUsedAt} isRelative />
                  {ipAddress && <span className="text-content-muted text-sm">from {ipAddress}</span>}
                </span>
              ) : (
                <span className="text-content-subtle">Not yet</span>
              ),
          },
        ]}
      />
      {tokens.length === mostListed && (
        <p className="text-content-muted text-sm">At most {mostListed} are listed.</p>
      )}
    </ReportPart>
  )
}
