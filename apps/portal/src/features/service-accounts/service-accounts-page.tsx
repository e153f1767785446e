import { may } from '@portal/contract/permissions'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Pill } from '@portal/ui/data/pill'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../../lib/layout/page.tsx'
import { PageLoadError } from '../../lib/layout/page-load-error.tsx'
import { CreateServiceAccountForm } from './create-service-account-form.tsx'
import { serviceAccountsQuery, serviceAccountsWorkspaceQuery } from './service-account-queries.ts'
import { ServiceAccountsTable } from './service-accounts-table.tsx'

/** The service accounts of a workspace. See docs/product/service-accounts.md#page. */
export function ServiceAccountsPage({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(serviceAccountsWorkspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(workspaceId))
  return (
    <Page
      title={`${workspace.displayName} > Service Accounts`}
      intro="Service accounts let scripts and pipelines act in this workspace. They continue to work when the member who created them leaves."
      badges={workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
      actions={
        <>
          <LinkButton href={`/workspace/${workspaceId}/tokens`} icon="key">
            API Tokens
          </LinkButton>
          <LinkButton href={`/workspace/${workspaceId}`} icon="settings">
            Workspace settings
          </LinkButton>
        </>
      }
    >
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
    </Page>
  )
}

/** The skeleton of the page. */
export function ServiceAccountsPending() {
  return (
    <Page title="Service Accounts">
      <div role="status">
        <span className="sr-only">Loading service accounts...</span>
        <Card>
          <Skeleton lines={4} />
        </Card>
      </div>
    </Page>
  )
}

/** Shown if the page could not be loaded. */
export function ServiceAccountsError({ error, reset }: ErrorComponentProps) {
  return <PageLoadError title="Service Accounts" error={error} reset={reset} />
}
