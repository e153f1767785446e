import { roleLabels } from '@portal/contract/members/roles'
import type { WorkspaceReport } from '@portal/contract/staff/search/search'
import { Pill } from '@portal/ui/data/pill'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { Anchor } from '../../lib/layout/anchor-nav.tsx'
import { CopyableId } from '../../lib/layout/identifier.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { WebhookState } from '../credentials/webhook-state.tsx'
import { workspaceReportQuery } from './look-ups.ts'
import {
  emailColumn,
  expiresColumn,
  lastUsedColumn,
  tokenNameColumn,
  userIdColumn,
} from './record-columns.tsx'
import { RecordPage } from './record-page.tsx'
import { FactList, mostListed, RecordTable, RestrictionPanel } from './record-parts.tsx'
import { QuarantineWorkspaceButton } from './restrict-buttons.tsx'
import { OrNone, personPath } from './staff-links.tsx'
import { StaffLog } from './staff-log.tsx'

const anchors: readonly Anchor[] = [
  { id: 'workspace', label: 'Workspace', icon: 'boxes' },
  { id: 'members', label: 'Members', icon: 'users' },
  { id: 'tokens', label: 'Tokens', icon: 'key' },
  { id: 'webhooks', label: 'Webhooks', icon: 'send' },
  { id: 'history', label: 'History', icon: 'history' },
]

/** Everything staff need about one workspace. */
export function WorkspaceReportPage({ workspaceId }: { workspaceId: string }) {
  return (
    <RecordPage
      options={workspaceReportQuery(workspaceId)}
      noun="workspace"
      anchors={anchors}
      titleOf={({ workspace }) => workspace.displayName}
      introOf={() => 'This view was logged.'}
      badges={workspaceBadges}
      actions={(report) => !report.workspace.deletedAt && <QuarantineWorkspaceButton report={report} />}
    >
      {(report) => <WorkspaceDetails report={report} />}
    </RecordPage>
  )
}

function workspaceBadges({ workspace, quarantine }: WorkspaceReport) {
  if (!workspace.deletedAt && !quarantine) return null
  return (
    <>
      {workspace.deletedAt && <Pill tone="danger">Deleted</Pill>}
      {quarantine && <Pill tone="danger">Quarantined</Pill>}
    </>
  )
}

function WorkspaceDetails({ report }: { report: WorkspaceReport }) {
  const { workspace, members, memberCount, tokens, webhooks } = report
  return (
    <>
      <TitledSection id="workspace" title="Workspace">
        <RestrictionPanel
          tone="danger"
          title="Quarantined"
          restriction={report.quarantine}
          fallbackAuthor="an unknown user"
        />
        <WorkspaceFacts report={report} />
      </TitledSection>
      <RecordTable
        id="members"
        title="Members"
        count={memberCount}
        rows={members}
        rowKey={({ userId }) => userId}
        columns={[
          userIdColumn,
          emailColumn,
          { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
        ]}
        note={memberCount > mostListed && `Shows the first ${mostListed}.`}
      />
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
      {/* The previous release of the API doesn't send them. */}
      {webhooks && (
        <RecordTable
          id="webhooks"
          title="Webhooks"
          rows={webhooks}
          rowKey={({ id }) => id}
          emptyState="This workspace has no webhooks."
          columns={[
            { id: 'host', header: 'Host', isRowHeader: true, isTruncated: true, cell: ({ host }) => host },
            {
              id: 'created',
              header: 'Created',
              className: 'whitespace-nowrap',
              cell: ({ createdAt }) => <Timestamp date={createdAt} />,
            },
            {
              id: 'state',
              header: 'State',
              cell: (webhook) => <WebhookState webhook={webhook} isForStaff />,
            },
          ]}
        />
      )}
      <TitledSection id="history" title="History">
        <StaffLog key={workspace.id} about={{ aboutWorkspaceId: workspace.id }} />
      </TitledSection>
    </>
  )
}

const envTypes = { SI: 'Managed', PRIVATE: 'Remote', LOCAL: 'Local' }

/** The workspace's details and its owner. */
function WorkspaceFacts({ report: { workspace, owner } }: { report: WorkspaceReport }) {
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
