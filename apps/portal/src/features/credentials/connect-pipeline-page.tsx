import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ConnectSearch } from '../../lib/guard/search-parameters.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { OwnerOnly } from '../workspaces/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { PipelineConnection } from './pipeline-connection.tsx'
import { PipelineForm } from './pipeline-form.tsx'
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
        <PipelineForm workspace={workspace} serviceAccounts={data.serviceAccounts} chosen={account} />
      )}
    </ShellSection>
  )
}
