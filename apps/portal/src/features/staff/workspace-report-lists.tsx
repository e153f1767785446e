import { roleLabels } from '@portal/contract/members/roles'
import type { WorkspaceReport } from '@portal/contract/staff/search/search'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { FactList } from './fact-list.tsx'
import { CopyableId } from './person-facts.tsx'
import {
  emailColumn,
  expiresColumn,
  lastUsedColumn,
  tokenNameColumn,
  userIdColumn,
} from './record-columns.tsx'
import { mostListed, RecordTable } from './record-table.tsx'
import { OrNone, personPath } from './staff-links.tsx'

const envTypes = { SI: 'Managed', PRIVATE: 'Remote', LOCAL: 'Local' }

/** The workspace's details and its owner. */
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
        { name: 'Instance URL', value: workspace.instanceUrl },
        { name: 'Type', value: envTypes[workspace.instanceEnvType] },
        { name: 'Created', value: <Timestamp date={workspace.createdAt} /> },
        { name: 'Approvals', value: workspace.approvalsEnabled ? 'Enabled' : 'Disabled' },
        { name: 'Description', value: <OrNone>{workspace.description}</OrNone>, isLong: true },
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
    <RecordTable
      id="members"
      title="Members"
      count={count}
      rows={members}
      rowKey={({ userId }) => userId}
      columns={[
        userIdColumn,
        emailColumn,
        { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
      ]}
      note={count > mostListed && `Shows the first ${mostListed}.`}
    />
  )
}

/** The workspace's active API tokens. */
export function WorkspaceReportTokens({ tokens }: Pick<WorkspaceReport, 'tokens'>) {
  return (
    <RecordTable
      id="tokens"
      title="Tokens"
      rows={tokens}
      rowKey={({ id }) => id}
      emptyState="This workspace has no active tokens."
      columns={[
        tokenNameColumn,
        {
          id: 'creator',
          header: 'Created by',
          isTruncated: true,
          cell: ({ creatorEmail }) => creatorEmail,
        },
        expiresColumn,
        lastUsedColumn,
      ]}
      note={tokens.length === mostListed && `Shows at most ${mostListed}.`}
    />
  )
}
