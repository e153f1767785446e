import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionPending } from '../../lib/layout/section-pending.tsx'
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

/** The skeleton of the section. The form is only for members who manage service accounts. */
export function ServiceAccountsPending({ workspaceId }: { workspaceId: string }) {
  const { queryKey } = serviceAccountsWorkspaceQuery(workspaceId)
  const role = useQueryClient().getQueryData(queryKey)?.role
  return (
    <SectionPending intro={intro}>
      {role && may(role, serviceAccountRights.manageServiceAccounts) && (
        <Card>
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-21.5 w-full" />
            <Skeleton className="h-21.5 w-full" />
          </div>
          <Skeleton className="mt-4 h-8.5 w-48" />
        </Card>
      )}
      <ListPending label="Loading service accounts..." hasHeader />
    </SectionPending>
  )
}

/** Shown if the section could not be loaded. */
export function ServiceAccountsError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
