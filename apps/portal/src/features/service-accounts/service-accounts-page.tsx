import { may } from '@portal/contract/permissions'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { CreateServiceAccountForm } from './create-service-account-form.tsx'
import { serviceAccountsQuery, serviceAccountsWorkspaceQuery } from './service-account-queries.ts'
import { ServiceAccountsTable } from './service-accounts-table.tsx'

/** The service accounts of a workspace. See docs/product/service-accounts.md#page. */
export function ServiceAccountsPage({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(serviceAccountsWorkspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(workspaceId))
  return (
    <ShellSection intro="Service accounts let scripts and pipelines act in this workspace. They continue to work when the member who created them leaves.">
      {may(workspace.role, 'manageServiceAccounts') && (
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

/** The skeleton of the section. */
export function ServiceAccountsPending() {
  return (
    <div role="status">
      <span className="sr-only">Loading service accounts...</span>
      <Card>
        <Skeleton lines={4} />
      </Card>
    </div>
  )
}

/** Shown if the section could not be loaded. */
export function ServiceAccountsError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
