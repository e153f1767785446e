import { may } from '@portal/contract/members/roles'
import { type ServiceAccount, serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { fullName } from '@portal/contract/text/full-name'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { SearchBox } from '@portal/ui/fields/search-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { leadToForm } from '../../lib/layout/lead-to-form.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { rowsPerPage, searchFrom } from '../../lib/layout/rows-per-page.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { CreateServiceAccountForm } from './create-service-account-form.tsx'
import { ServiceAccountActions } from './service-account-actions.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'

/** The service accounts of a workspace. See docs/product/service-accounts.md#page. */
export function ServiceAccountsPage({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(workspaceId))
  const canManage = may(workspace.role, serviceAccountRights.manageServiceAccounts)
  // Stays where it is while the page is open, so that the form doesn't move after its first use.
  const [isFormFirst] = useState(data.serviceAccounts.length === 0)
  const form = useRef<HTMLDivElement>(null)
  const disabledReason = workspace.quarantinedAt
    ? 'This workspace is quarantined. Its service accounts cannot be used until the quarantine is lifted.'
    : undefined
  const list = <ServiceAccountsTable workspace={workspace} serviceAccounts={data.serviceAccounts} />

  return (
    <ShellSection
      intro="Service accounts let scripts and pipelines act in this workspace with the owner's rights. They continue to work when their creator leaves."
      actions={
        canManage &&
        data.serviceAccounts.length > 0 &&
        !disabledReason && (
          <Button icon="plus" onPress={() => leadToForm(form)}>
            New service account
          </Button>
        )
      }
    >
      {!isFormFirst && list}
      {canManage && (
        <div ref={form} className="scroll-my-6">
          <TitledSection title="New service account">
            <CreateServiceAccountForm workspaceId={workspaceId} disabledReason={disabledReason} />
          </TitledSection>
        </div>
      )}
      {isFormFirst && list}
    </ShellSection>
  )
}

function NameCell({ account, failure }: { account: ServiceAccount; failure: ShownFailure | undefined }) {
  const { name, description, disabledAt, createdBy } = account
  return (
    <div className="flex min-w-48 flex-col">
      <div className="leading-6 wrap-anywhere">
        <bdi className="mr-2 font-medium">{name}</bdi>
        {disabledAt && (
          <Pill tone="warning" className="align-middle">
            Disabled
          </Pill>
        )}
      </div>
      {description && (
        <p dir="auto" className="text-sm wrap-anywhere text-left">
          {description}
        </p>
      )}
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by <bdi>{fullName(createdBy) ?? (createdBy.email || 'a deleted user')}</bdi>
      </p>
      <Failure {...failure} className="mt-2 max-w-md" />
    </div>
  )
}

const columns: TableColumn<ServiceAccount>[] = [
  {
    id: 'tokens',
    header: 'Active tokens',
    cell: ({ activeTokenCount }) => activeTokenCount,
    sortValue: ({ activeTokenCount }) => activeTokenCount,
    className: 'desktop:w-36',
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
    className: 'whitespace-nowrap desktop:w-44',
  },
]

/** Returns the service accounts whose name, description or creator contains the text, ignoring case. */
function searchServiceAccounts(all: readonly ServiceAccount[], text: string): ServiceAccount[] {
  const wanted = text.trim().toLowerCase()
  return all.filter(({ name, description, createdBy }) =>
    [name, description, fullName(createdBy), createdBy.email].some((part) =>
      part?.toLowerCase().includes(wanted),
    ),
  )
}

interface ServiceAccountsTableProps {
  workspace: Workspace
  serviceAccounts: readonly ServiceAccount[]
}

/** Only those who manage the service accounts see the actions. */
function ServiceAccountsTable({ workspace, serviceAccounts }: ServiceAccountsTableProps) {
  const { search, boxKey, box, clear } = useSearchText()
  const canManage = may(workspace.role, serviceAccountRights.manageServiceAccounts)
  const rowOf = useRowFailures()
  const name: TableColumn<ServiceAccount> = {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (account) => <NameCell account={account} failure={rowOf(account.id).failure} />,
    sortValue: (account) => account.name,
  }
  const rules: TableColumn<ServiceAccount> = {
    id: 'rules',
    header: 'Pipelines',
    cell: ({ id, name }) => (
      <Link
        to="/workspace/$workspaceId/service-accounts/$serviceAccountId/trust-rules"
        params={{ workspaceId: workspace.id, serviceAccountId: id }}
        className={`${plainLink} whitespace-nowrap`}
      >
        Trust rules<span className="sr-only"> of {name}</span>
      </Link>
    ),
    className: 'desktop:w-32',
  }
  const actions: TableColumn<ServiceAccount> = {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (serviceAccount) => (
      <ServiceAccountActions
        workspaceId={workspace.id}
        serviceAccount={serviceAccount}
        row={rowOf(serviceAccount.id)}
      />
    ),
    align: 'right',
    className: 'w-16',
  }
  return (
    <>
      {(serviceAccounts.length >= searchFrom || search !== '') && (
        <SearchBox
          key={boxKey}
          {...box}
          placeholder="Search service accounts..."
          size="sm"
          className="max-w-72"
        />
      )}
      <Table
        label="Service accounts"
        columns={canManage ? [name, ...columns, rules, actions] : [name, ...columns, rules]}
        rows={searchServiceAccounts(serviceAccounts, search)}
        rowKey={({ id }) => id}
        pageSize={rowsPerPage}
        pageKey={search}
        emptyState={
          search.trim() === '' ? (
            <EmptyState
              size="sm"
              scene="machine"
              title="No service accounts"
              description={
                canManage
                  ? 'Create one for automation that must continue to run when its creator leaves.'
                  : 'Owners and approvers can create them for automation that must continue to run when its creator leaves.'
              }
            />
          ) : (
            <NothingFound of="service accounts" search={search.trim()} onClearSearch={clear} />
          )
        }
      />
    </>
  )
}
