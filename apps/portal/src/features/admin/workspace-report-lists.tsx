import { roleLabels } from '@portal/contract/permissions'
import type { WorkspaceReport } from '@portal/contract/staff'
import { Table } from '@portal/ui/table'
import { TextLink } from '@portal/ui/text-link'
import { Timestamp } from '@portal/ui/timestamp'
import { CopyableId } from './person-facts.tsx'
import { FactList, ReportPart } from './report-part.tsx'
import { OrNone, PersonIdLink, personPath } from './staff-links.tsx'

/** The API lists no more of each kind. */
const mostListed = 200

const envTypes = { SI: 'Managed', PRIVATE: 'Remote', LOCAL: 'Local' }

/** What it is, and whose. */
export function WorkspaceReportFacts({ report: { workspace, owner } }: { report: WorkspaceReport }) {
  return (
    <FactList
      label="Workspace"
      facts={[
        {
          name: 'Owner',
          value: <TextLink href={personPath(owner.id)}>{owner.email ?? owner.id}</TextLink>,
        },
        { name: 'Workspace id', value: <CopyableId id={workspace.id} label="Copy workspace id" /> },
        { name: 'Instance url', value: workspace.instanceUrl },
        { name: 'Type', value: envTypes[workspace.instanceEnvType] },
        { name: 'Created', value: <Timestamp date={workspace.createdAt} /> },
        { name: 'Approvals', value: workspace.approvalsEnabled ? 'Enabled' : 'Disabled' },
        { name: 'Description', value: <OrNone>{workspace.description}</OrNone> },
        ...(workspace.deletedAt
          ? [{ name: 'Deleted', value: <Timestamp date={workspace.deletedAt} /> }]
          : []),
      ]}
    />
  )
}

export function WorkspaceReportMembers({
  members,
  count,
}: Pick<WorkspaceReport, 'members'> & { count: number }) {
  return (
    <ReportPart title="Members" count={count}>
      <Table
        label="Members"
        rows={members}
        rowKey={({ userId }) => userId}
        columns={[
          {
            id: 'id',
            header: 'User Id',
            className: 'w-60',
            cell: ({ userId }) => <PersonIdLink userId={userId} />,
          },
          { id: 'email', header: 'Email', isRowHeader: true, isTruncated: true, cell: ({ email }) => email },
          { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
        ]}
      />
      {count > mostListed && <p className="text-content-muted text-sm">The first {mostListed} are listed.</p>}
    </ReportPart>
  )
}

/** API tokens that work. */
export function WorkspaceReportTokens({ tokens }: Pick<WorkspaceReport, 'tokens'>) {
  return (
    <ReportPart title="Tokens" count={tokens.length}>
      <Table
        label="Tokens"
        rows={tokens}
        rowKey={({ id }) => id}
        emptyState="This workspace has no working token."
        columns={[
          { id: 'name', header: 'Name', isRowHeader: true, isTruncated: true, cell: ({ name }) => name },
          {
            id: 'creator',
            header: 'Created By',
            isTruncated: true,
            cell: ({ creatorEmail }) => creatorEmail,
          },
          { id: 'expires', header: 'Expires', cell: ({ expiresAt }) => <Timestamp date={expiresAt} /> },
          {
            id: 'used',
            header: 'Last Used',
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? (
                <Timestamp date={lastUsedAt} isRelative />
              ) : (
                <span className="text-content-subtle">Not yet</span>
              ),
          },
        ]}
      />
    </ReportPart>
  )
}
