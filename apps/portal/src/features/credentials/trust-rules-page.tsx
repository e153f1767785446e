import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { proposePins } from '@portal/contract/trust-rules/trust-rule-presets'
import {
  type Exchange,
  type TrustRule,
  trustRuleLifetimeDefaultMinutes,
  trustRuleNameMaxLength,
  trustRules,
} from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { Tabs } from '@portal/ui/layout/tabs'
import { truncateText } from '@portal/ui/lib/text-length'
import { showToast } from '@portal/ui/lib/toast-queue'
import { CodeBlock } from '@portal/ui/text/code-block'
import { TextLink } from '@portal/ui/text/text-link'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { env } from '../../lib/env.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { formatClaims } from './claims-text.ts'
import { ExchangesTable, runName } from './exchanges-table.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'
import { TrustRuleDialog, type TrustRuleDraft } from './trust-rule-dialog.tsx'
import { exchangesQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { trustRuleSnippets } from './trust-rule-snippets.ts'
import { TrustRulesTable } from './trust-rules-table.tsx'

const emptyDraft: TrustRuleDraft = {
  name: '',
  issuer: env.ciSystemUrl,
  audience: env.apiUrl,
  lifetime: trustRuleLifetimeDefaultMinutes,
}

/** Proposes a rule that trusts such runs, based on the rule under which the run was recorded. */
function draftOf(exchange: Exchange, rule: TrustRule | undefined): TrustRuleDraft {
  const { issuer, claims } = exchange
  return {
    name: rule?.learningUntil ? rule.name : truncateText(runName(exchange), trustRuleNameMaxLength),
    issuer,
    audience: rule?.audience ?? claims.aud ?? env.apiUrl,
    claims: formatClaims(proposePins(issuer, claims)),
    lifetime: rule?.lifetime ?? trustRuleLifetimeDefaultMinutes,
  }
}

interface OpenDialog {
  draft: TrustRuleDraft
  /** The learning rule that the new rule replaces. */
  replaced?: TrustRule | undefined
}

/** Which pipelines may act as a service account. See docs/product/trust-rules.md#rules. */
export function TrustRulesPage({ params }: { params: ServiceAccountParams }) {
  const queryClient = useQueryClient()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(params.workspaceId))
  const { data } = useSuspenseQuery(serviceAccountsQuery(params.workspaceId))
  const { data: listed } = useSuspenseQuery(trustRulesQuery(params))
  const { data: tried } = useSuspenseQuery(exchangesQuery(params))
  const remove = useApiMutation(trustRules.delete)
  const [dialog, setDialog] = useState<OpenDialog>()

  function trust(exchange: Exchange) {
    const rule = listed.trustRules.find(({ id }) => id === exchange.trustRule?.id)
    setDialog({ draft: draftOf(exchange, rule), replaced: rule?.learningUntil ? rule : undefined })
  }

  async function showCreated(rule: TrustRule) {
    const replaced = dialog?.replaced
    setDialog(undefined)
    // If this fails, the learning rule ends by itself within the hour.
    if (replaced)
      await remove.mutateAsync({ params: { ...params, trustRuleId: replaced.id } }).catch(() => {})
    await queryClient.invalidateQueries({ queryKey: trustRulesQuery(params).queryKey })
    showToast(
      rule.isLearning
        ? 'Run your pipeline now. The run will appear below.'
        : `“${shortName(rule.name)}” is active`,
      { tone: 'success' },
    )
  }

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
            <Button tone="accent" onPress={() => setDialog({ draft: emptyDraft })}>
              Learn from a run
            </Button>
            <Button onPress={() => setDialog({ draft: { ...emptyDraft, claims: '' } })}>
              Create trust rule
            </Button>
          </div>
        )}
        <TrustRulesTable params={params} rules={listed.trustRules} canManage={canManage} />
      </TitledSection>
      <TitledSection title="Exchanges" count={tried.exchanges.length} countLabel="exchanges">
        <ExchangesTable
          exchanges={tried.exchanges}
          counts={tried.counts}
          onTrust={canManage ? trust : undefined}
        />
      </TitledSection>
      {dialog && (
        <TrustRuleDialog
          params={params}
          draft={dialog.draft}
          onCreated={(rule) => void showCreated(rule)}
          onClose={() => setDialog(undefined)}
        />
      )}
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
