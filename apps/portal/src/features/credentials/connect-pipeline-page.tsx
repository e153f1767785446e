import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConnectSearch } from '../../lib/guard/search-parameters.ts'
import { useUser } from '../../lib/guard/session.ts'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { OwnerOnly } from '../workspaces/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { accessReviewQuery } from './access-review-queries.ts'
import { PipelineConnection } from './pipeline-connection.tsx'
import { PipelineForm } from './pipeline-form.tsx'
import { findConnection } from './pipeline-plan.ts'
import { serviceAccountsQuery } from './service-account-queries.ts'

interface ConnectPipelinePageProps {
  workspaceId: string
  search: ConnectSearch
}

/** Leads from a CI system to its first run with a token. See docs/product/trust-rules.md#connecting-a-pipeline. */
export function ConnectPipelinePage({ workspaceId, search }: ConnectPipelinePageProps) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(workspaceId))
  if (!may(workspace.role, serviceAccountRights.manageServiceAccounts))
    return <OwnerOnly title="Only owners and approvers can connect pipelines" />
  const account = data.serviceAccounts.find(({ id }) => id === search.serviceAccountId)
  return (
    <ShellSection intro="Each run of your pipeline proves who it is and receives an API token for a few minutes. There is no secret to store, rotate or leak.">
      {account && search.trustRuleId ? (
        <PipelineConnection
          key={search.trustRuleId}
          params={{ workspaceId, serviceAccountId: account.id }}
          account={account}
          ruleId={search.trustRuleId}
          search={search}
        />
      ) : (
        <>
          <PipelineForm
            workspace={workspace}
            serviceAccounts={data.serviceAccounts}
            chosen={account}
            provider={search.provider}
          />
          {data.serviceAccounts.some(({ disabledAt }) => disabledAt === null) && (
            <UnconnectedPipelines workspaceId={workspaceId} />
          )}
        </>
      )}
    </ShellSection>
  )
}

/**
 * The rules that no run has used yet, newest first. Each links to the page that waits for its first run, with what the user entered in
 * this tab.
 */
function UnconnectedPipelines({ workspaceId }: { workspaceId: string }) {
  const { id: userId } = useUser()
  const { data, error, refetch } = useQuery(accessReviewQuery(workspaceId))
  if (!data)
    return (
      <Failure error={error} title="Your other pipelines could not be loaded" retry={() => void refetch()} />
    )
  const unused = data.actors
    .filter(({ kind, state, lastUsedAt }) => kind === 'trustRule' && state !== 'disabled' && !lastUsedAt)
    .toReversed()
  if (unused.length === 0) return null
  return (
    <TitledSection title="Not connected yet" count={unused.length} countLabel="pipeline">
      <ul
        aria-label="Not connected yet"
        className="max-h-72 max-w-160 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface-raised shadow-raised"
      >
        {unused.map(({ id, name, serviceAccount, createdAt }) => (
          <li key={id} className="flex items-start justify-between gap-4 px-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <Link
                to="/workspace/$workspaceId/connect"
                params={{ workspaceId }}
                search={{
                  ...findConnection(userId, id),
                  serviceAccountId: serviceAccount?.id,
                  trustRuleId: id,
                }}
                className={plainLink}
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="block text-content-muted text-sm">
                Service account <bdi>{serviceAccount?.name}</bdi>
              </span>
            </span>
            <span className="shrink-0 text-content-muted text-sm">
              Created <Timestamp date={createdAt} isRelative />
            </span>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
