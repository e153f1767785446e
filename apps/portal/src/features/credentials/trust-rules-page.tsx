import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { type TrustRule, trustRuleLifetimeDefaultMinutes } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Select } from '@portal/ui/fields/select'
import type { SelectOption } from '@portal/ui/fields/select-options'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { env } from '../../lib/env.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { formatConditions } from './claims-text.ts'
import { ExchangesTable } from './exchanges-table.tsx'
import { RuleSnippets } from './rule-snippets.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'
import type { TrustRuleDraft } from './trust-rule-dialog.tsx'
import { exchangesQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { TrustRulesTable, type TrustRulesTableProps } from './trust-rules-table.tsx'
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
      <TitledSection title="Trust rules" count={listed.trustRules.length} countLabel="trust rule">
        {canManage && (
          <div className="flex flex-wrap gap-2">
            <LinkButton
              tone="accent"
              icon="link"
              href={`/workspace/${params.workspaceId}/connect?serviceAccountId=${params.serviceAccountId}`}
            >
              Connect a pipeline
            </LinkButton>
            <Button onPress={() => open(emptyDraft)}>Learn from a run</Button>
            <Button onPress={() => open({ ...emptyDraft, claims: '' })}>Create trust rule</Button>
          </div>
        )}
        <TrustRulesTable params={params} rules={listed.trustRules} canManage={canManage} />
      </TitledSection>
      <TitledSection title="Exchanges" count={tried.exchanges.length} countLabel="exchange">
        <ExchangesTable
          exchanges={tried.exchanges}
          counts={tried.counts}
          rules={listed.trustRules}
          onTrust={canManage ? trust : undefined}
        />
      </TitledSection>
      {dialog}
      <PipelineSnippets
        key={listed.trustRules.at(-1)?.id}
        params={params}
        rules={listed.trustRules}
        canManage={canManage}
      />
    </ShellSection>
  )
}

/** Rules with the same name also show what they compare. */
const ruleOptions = (rules: readonly TrustRule[]): SelectOption[] =>
  rules.map((rule) => ({
    value: rule.id,
    label: rule.name,
    ...(rules.some(({ id, name }) => id !== rule.id && name === rule.name) && {
      description: formatConditions(rule).replaceAll('\n', ', '),
    }),
  }))

/** A snippet for each rule that a run can use, the newest first. */
function PipelineSnippets({ params, rules, canManage }: TrustRulesTableProps) {
  const usable = rules.filter(({ isLearning, learningUntil }) => isLearning || !learningUntil).toReversed()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const rule = usable.find(({ id }) => id === chosenId) ?? usable[0]
  return (
    <TitledSection title="Set up a pipeline">
      {usable.length > 1 && (
        <Select
          label="Trust rule"
          options={ruleOptions(usable)}
          value={rule?.id ?? null}
          onChange={setChosenId}
          className="max-w-72"
        />
      )}
      <RuleSnippets params={params} rule={rule} canConnect={canManage} />
    </TitledSection>
  )
}
