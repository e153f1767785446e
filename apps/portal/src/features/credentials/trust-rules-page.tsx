import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { trustRuleLifetimeDefaultMinutes } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { Tabs } from '@portal/ui/layout/tabs'
import { CodeBlock } from '@portal/ui/text/code-block'
import { TextLink } from '@portal/ui/text/text-link'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { env } from '../../lib/env.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { ExchangesTable } from './exchanges-table.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'
import type { TrustRuleDraft } from './trust-rule-dialog.tsx'
import { exchangesQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { trustRuleSnippets } from './trust-rule-snippets.ts'
import { TrustRulesTable } from './trust-rules-table.tsx'
import { useRuleDialog } from './use-rule-dialog.tsx'

const emptyDraft: TrustRuleDraft = {
  name: '',
  issuer: env.ciSystemUrl,
  audience: env.apiUrl,
  lifetime: trustRuleLifetimeDefaultMinutes,
}

/** Which pipelines may act as a service account. See docs/product/trust-rules.md#rules. */
export function TrustRulesPage({ params }: { params: ServiceAccountParams }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(params.workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(params.workspaceId))
  const { data: listed } = useSuspenseQuery(trustRulesQuery(params))
  const { data: tried } = useSuspenseQuery(exchangesQuery(params))
  const { open, trust, dialog } = useRuleDialog({ params, rules: listed.trustRules })
  const account = data.serviceAccounts.find(({ id }) => id === params.serviceAccountId)
  const canManage = may(workspace.role, serviceAccountRights.manageServiceAccounts)
  return (
    <ShellSection
      parent={
        <Link
          to="/workspace/$workspaceId/service-accounts"
          params={{ workspaceId: params.workspaceId }}
          className={quietLink}
        >
          Service accounts
        </Link>
      }
      title={
        <>
          <bdi>{account?.name ?? 'Service account'}</bdi>
          {' > Trust rules'}
        </>
      }
      intro="Pipelines that match a rule act as this service account for a few minutes. They store no secret."
    >
      <TitledSection title="Trust rules" count={listed.trustRules.length} countLabel="trust rules">
        {canManage && (
          <div className="flex flex-wrap gap-2">
            <Button tone="accent" onPress={() => open(emptyDraft)}>
              Learn from a run
            </Button>
            <Button onPress={() => open({ ...emptyDraft, claims: '' })}>Create trust rule</Button>
          </div>
        )}
        <TrustRulesTable params={params} rules={listed.trustRules} canManage={canManage} />
      </TitledSection>
      <TitledSection title="Exchanges" count={tried.exchanges.length} countLabel="exchanges">
        <ExchangesTable
          exchanges={tried.exchanges}
          counts={tried.counts}
          rules={listed.trustRules}
          onTrust={canManage ? trust : undefined}
        />
      </TitledSection>
      {dialog}
      <PipelineSnippets params={params} audience={listed.trustRules.at(0)?.audience ?? env.apiUrl} />
    </ShellSection>
  )
}

/** Snippets for pipelines, with the service account and the audience filled in. */
function PipelineSnippets({ params, audience }: { params: ServiceAccountParams; audience: string }) {
  const snippets = trustRuleSnippets({ ...params, apiUrl: env.apiUrl, audience })
  return (
    <TitledSection title="Set up a pipeline">
      <p className="text-content-muted">
        <span>Paste a snippet into your pipeline. It contains no secret: the run proves who it is.</span>
        {env.ciSystemUrl && (
          <span>
            {' '}
            To try it here,{' '}
            <TextLink href={`${env.ciSystemUrl}/?serviceAccountId=${params.serviceAccountId}`} isNewTab>
              open the local CI system
            </TextLink>
            .
          </span>
        )}
      </p>
      <Tabs
        label="CI systems"
        items={snippets.map(({ label, language, code }) => ({
          label,
          content: <CodeBlock code={code} language={language} />,
        }))}
      />
    </TitledSection>
  )
}
