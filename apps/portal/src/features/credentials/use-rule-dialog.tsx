import { proposePins } from '@portal/contract/trust-rules/trust-rule-presets'
import {
  type Exchange,
  type TrustRule,
  trustRuleLifetimeDefaultMinutes,
  trustRuleNameMaxLength,
  trustRules,
} from '@portal/contract/trust-rules/trust-rules'
import { truncateText } from '@portal/ui/lib/text-length'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { env } from '../../lib/env.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { formatClaims } from './claims-text.ts'
import { TrustRuleDialog, type TrustRuleDraft } from './trust-rule-dialog.tsx'
import { type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { runName } from './trusted-run.ts'

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

interface CreateRuleOptions {
  params: ServiceAccountParams
  /** The rules of the service account. */
  rules: readonly TrustRule[]
  onCreated?: (rule: TrustRule) => void
}

/** The dialog that creates a rule: from a draft, or from a run that the user trusts. */
export function useRuleDialog({ params, rules, onCreated }: CreateRuleOptions) {
  const queryClient = useQueryClient()
  const remove = useApiMutation(trustRules.delete)
  const [opened, setOpened] = useState<OpenDialog>()

  async function showCreated(rule: TrustRule) {
    const replaced = opened?.replaced
    setOpened(undefined)
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
    onCreated?.(rule)
  }

  return {
    open: (draft: TrustRuleDraft) => setOpened({ draft }),
    trust(exchange: Exchange) {
      const rule = rules.find(({ id }) => id === exchange.trustRule?.id)
      setOpened({ draft: draftOf(exchange, rule), replaced: rule?.learningUntil ? rule : undefined })
    },
    dialog: opened && (
      <TrustRuleDialog
        params={params}
        draft={opened.draft}
        onCreated={(rule) => void showCreated(rule)}
        onClose={() => setOpened(undefined)}
      />
    ),
  }
}
