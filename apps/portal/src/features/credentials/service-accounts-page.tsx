import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { CreateServiceAccountForm } from './create-service-account-form.tsx'
import { serviceAccountsQuery, serviceAccountsWorkspaceQuery } from './service-account-queries.ts'
import { ServiceAccountsTable } from './service-accounts-table.tsx'

const intro =
  "Service accounts let scripts and pipelines act in this workspace with the owner's rights. They continue to work when their creator leaves."

/** The service accounts of a workspace. See docs/product/service-accounts.md#page. */
export function ServiceAccountsPage({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(serviceAccountsWorkspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(workspaceId))
  return (
    <ShellSection intro={intro}>
      {may(workspace.role, serviceAccountRights.manageServiceAccounts) && (
        <CreateServiceAccountForm
          workspaceId={workspaceId}
          disabledReason={
            workspace.quarantinedAt
              ? 'This workspace is quarantined. Its service accounts cannot be used until the quarantine is lifted.'
              : undefined
          }
        />
      )}
      <ServiceAccountsTable workspace={workspace} serviceAccounts={data.serviceAccounts} />
    </ShellSection>
  )
}
