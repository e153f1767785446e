import { proposePins } from '@portal/contract/trust-rules/trust-rule-presets'
import {
  type Exchange,
  type TrustRule,
  trustRuleLifetimeDefaultMinutes,
  trustRuleNameMaxLength,
  trustRules,
} from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { truncateText } from '@portal/ui/lib/text-length'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { env } from '../../lib/env.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { formatClaims } from './claims-text.ts'
import { runName } from './exchange-text.ts'
import { ExchangesTable } from './exchanges-table.tsx'
import { TrustRuleDialog, type TrustRuleDraft } from './trust-rule-dialog.tsx'
import { exchangesQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
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

/** The trust rules of a service account and the exchanges. See docs/product/trust-rules.md#rules. */
export function TrustRulesSection({
  params,
  canManage,
}: {
  params: ServiceAccountParams
  canManage: boolean
}) {
  const queryClient = useQueryClient()
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
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(trustRules.list, { params }) })
    showToast(
      rule.isLearning
        ? 'Run your pipeline now. The run will appear below.'
        : `“${shortName(rule.name)}” is active`,
      {
        tone: 'success',
      },
    )
  }

  return (
    <>
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
    </>
  )
}
