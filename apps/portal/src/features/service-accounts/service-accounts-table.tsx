import { may } from '@portal/contract/permissions'
import type { ServiceAccount } from '@portal/contract/service-accounts'
import type { Workspace } from '@portal/contract/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Link } from '@tanstack/react-router'
import { fullName } from '../../lib/layout/full-name.ts'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { ServiceAccountActions } from './service-account-actions.tsx'

function NameCell({ serviceAccount }: { serviceAccount: ServiceAccount }) {
  const { name, description, disabledAt, createdBy } = serviceAccount
  return (
    <div className="flex min-w-0 flex-col">
      <div className="leading-6 wrap-anywhere">
        <bdi className="font-medium">{name}</bdi>
        {disabledAt && (
          <Pill tone="warning" className="ml-2 align-[-0.25em]">
            Disabled
          </Pill>
        )}
      </div>
      {description && (
        <p dir="auto" className="text-sm wrap-anywhere [text-align:match-parent]">
          {description}
        </p>
      )}
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by <bdi>{fullName(createdBy) ?? (createdBy.email || 'a deleted user')}</bdi>
      </p>
    </div>
  )
}

const columns: TableColumn<ServiceAccount>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (serviceAccount) => <NameCell serviceAccount={serviceAccount} />,
    sortValue: ({ name }) => name,
  },
  {
    id: 'tokens',
    header: 'Active tokens',
    cell: ({ activeTokenCount }) => activeTokenCount,
    sortValue: ({ activeTokenCount }) => activeTokenCount,
    className: 'w-36',
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <Timestamp date={lastUsedAt} isRelative />
      ) : (
        <span className="text-content-muted">Never</span>
      ),
    sortValue: ({ lastUsedAt }) => (lastUsedAt ? new Date(lastUsedAt) : undefined),
    className: 'w-44',
  },
]

/** The service accounts of a workspace. Only those who manage them see the actions. */
export function ServiceAccountsTable({
  workspace,
  serviceAccounts,
}: {
  workspace: Workspace
  serviceAccounts: readonly ServiceAccount[]
}) {
  const canManage = may(workspace.role, 'manageServiceAccounts')
  const rules: TableColumn<ServiceAccount> = {
    id: 'rules',
    header: 'Pipelines',
    cell: ({ id, name }) => (
      <Link
        to="/workspace/$workspaceId/service-accounts/$serviceAccountId/trust-rules"
        params={{ workspaceId: workspace.id, serviceAccountId: id }}
        className={plainLink}
      >
        Trust rules<span className="sr-only"> of {name}</span>
      </Link>
    ),
    className: 'w-32',
  }
  const actions: TableColumn<ServiceAccount> = {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (serviceAccount) => (
      <ServiceAccountActions workspaceId={workspace.id} serviceAccount={serviceAccount} />
    ),
    align: 'right',
    className: 'w-16',
  }
  return (
    <Table
      label="Service accounts"
      columns={canManage ? [...columns, rules, actions] : [...columns, rules]}
      rows={serviceAccounts}
      rowKey={({ id }) => id}
      emptyState={
        <EmptyState
          size="sm"
          scene="machine"
          title="No service accounts"
          description={
            canManage
              ? 'Create one above for automation that must continue to run when its creator leaves.'
              : 'Owners and approvers can create them for automation that must continue to run when its creator leaves.'
          }
        />
      }
    />
  )
}
