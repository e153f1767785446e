import { may } from '@portal/contract/permissions'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { useSuspenseQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { PipelineSnippets } from './pipeline-snippets.tsx'
import {
  ruleServiceAccountsQuery,
  ruleWorkspaceQuery,
  type ServiceAccountParams,
  trustRulesQuery,
} from './trust-rule-queries.ts'
import { trustRulesIntro } from './trust-rules-pending.tsx'
import { TrustRulesSection } from './trust-rules-section.tsx'

/** Which pipelines may act as a service account. See docs/product/trust-rules.md#rules. */
export function TrustRulesPage({ params }: { params: ServiceAccountParams }) {
  const { data: workspace } = useSuspenseQuery(ruleWorkspaceQuery(params.workspaceId))
  const { data } = useSuspenseQuery(ruleServiceAccountsQuery(params.workspaceId))
  const { data: listed } = useSuspenseQuery(trustRulesQuery(params))
  const account = data.serviceAccounts.find(({ id }) => id === params.serviceAccountId)
  return (
    <ShellSection
      title={
        <>
          <bdi>{account?.name ?? 'Service account'}</bdi>
          {' > Trust rules'}
        </>
      }
      intro={trustRulesIntro}
      actions={
        <LinkButton
          href={`/workspace/${params.workspaceId}/service-accounts`}
          variant="ghost"
          icon="arrow--left"
        >
          Service accounts
        </LinkButton>
      }
    >
      <TrustRulesSection params={params} canManage={may(workspace.role, 'manageServiceAccounts')} />
      <PipelineSnippets params={params} audience={listed.trustRules.at(0)?.audience ?? env.apiUrl} />
    </ShellSection>
  )
}
