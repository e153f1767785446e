import { acceptsEveryEvent, trustRulePresets } from '@portal/contract/trust-rules/trust-rule-presets'
import { type TrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNow } from '@portal/ui/lib/use-now'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import { coveredCell } from '../../lib/layout/covered-by-confirmation.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { type RowFailure, useApiMutation, useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { formatConditions } from './claims-text.ts'
import { pipelineProviders } from './pipeline-providers.ts'
import { type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { Wrappable } from './wrappable.tsx'

interface DeleteRuleButtonProps {
  params: ServiceAccountParams
  rule: TrustRule
  row: RowFailure
}

function DeleteRuleButton({ params, rule, row }: DeleteRuleButtonProps) {
  const queryClient = useQueryClient()

  const remove = useApiMutation(trustRules.delete, {
    ...row.reports('The trust rule was not deleted'),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: trustRulesQuery(params).queryKey })
      showToast(`“${shortName(rule.name)}” is deleted, and the tokens it issued are revoked`, {
        tone: 'success',
      })
    },
  })

  return (
    <span className="relative z-10 ml-auto flex w-20 justify-end whitespace-nowrap">
      <ConfirmButton
        tone="danger"
        variant="outline"
        size="sm"
        isLoading={remove.isPending}
        loadingText="Deleting..."
        onConfirm={() => remove.mutate({ params: { ...params, trustRuleId: rule.id } })}
      >
        Delete
      </ConfirmButton>
    </span>
  )
}

const secondMs = 1_000

/** Whether a rule is still learning, and for how many minutes and seconds. */
export function LearningState({ until }: { until: string }) {
  const now = useNow({ intervalMs: secondMs, isRunning: true })
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / secondMs)
  if (seconds <= 0) return <Pill>Learning ended</Pill>
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Pill tone="accent">Learning</Pill>
      <span className="text-content-muted text-sm tabular-nums">
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`}
      </span>
    </span>
  )
}

function RuleName({ rule, failure }: { rule: TrustRule; failure: ShownFailure | undefined }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-27 font-medium wrap-anywhere">{rule.name}</bdi>
        {rule.learningUntil && <LearningState until={rule.learningUntil} />}
        {!rule.learningUntil && acceptsEveryEvent(rule.issuer, rule.claims) && (
          <Pill tone="warning">Accepts every event</Pill>
        )}
      </span>
      <Failure {...failure} className="mt-2 max-w-md" />
    </>
  )
}

/** The CI system of a rule, by its issuer. A self-hosted issuer may use the claims of a hosted one. */
function ciSystemLabel({ issuer, preset }: TrustRule): string {
  const { local } = pipelineProviders
  if (issuer === local.issuer) return local.label
  const { label, issuer: hosted, isIssuer } = trustRulePresets[preset]
  return hosted === '' || isIssuer(issuer) ? label : trustRulePresets.generic.label
}

/** A learning rule accepts no tokens. Its issuer and audience are those of the runs that it records. */
function LearningConditions({ until }: { until: string }) {
  const now = useNow({ intervalMs: secondMs, isRunning: true })
  return (
    <span>
      {Date.parse(until) > now.getTime() ? (
        <span key="learning">None yet. The rule records runs with these values until </span>
      ) : (
        <span key="ended">None. The rule recorded runs with these values until </span>
      )}
      <Timestamp date={until} isMidSentence />.
    </span>
  )
}

function RuleConditions({ rule }: { rule: TrustRule }) {
  return (
    <span className="flex flex-col gap-1">
      {rule.learningUntil && <LearningConditions until={rule.learningUntil} />}
      <span className="text-content-muted text-sm">{ciSystemLabel(rule)}</span>
      <code className="whitespace-pre-wrap font-mono text-xs wrap-anywhere">
        <Wrappable>{formatConditions(rule)}</Wrappable>
      </code>
    </span>
  )
}

const columns: TableColumn<TrustRule>[] = [
  { id: 'conditions', header: 'Accepts tokens with', cell: (rule) => <RuleConditions rule={rule} /> },
  {
    id: 'lifetime',
    header: 'Token lifetime',
    cell: ({ lifetime }) => `${lifetime} min`,
    className: `whitespace-nowrap desktop:w-32 ${coveredCell}`,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp date={lastUsedAt} isRelative /> : 'Never'),
    className: `whitespace-nowrap desktop:w-36 ${coveredCell}`,
  },
]

export interface TrustRulesTableProps {
  params: ServiceAccountParams
  rules: readonly TrustRule[]
  canManage: boolean
}

export function TrustRulesTable({ params, rules, canManage }: TrustRulesTableProps) {
  const rowOf = useRowFailures()
  const name: TableColumn<TrustRule> = {
    id: 'name',
    header: 'Name',
    cell: (rule) => <RuleName rule={rule} failure={rowOf(rule.id).failure} />,
    sortValue: (rule) => rule.name,
  }
  const deletion: TableColumn<TrustRule> = {
    id: 'delete',
    header: 'Delete',
    isHeaderHidden: true,
    align: 'right',
    cell: (rule) => <DeleteRuleButton params={params} rule={rule} row={rowOf(rule.id)} />,
    className: 'desktop:w-28',
  }
  return (
    <Table
      label="Trust rules"
      columns={canManage ? [name, ...columns, deletion] : [name, ...columns]}
      rows={rules}
      rowKey={({ id }) => id}
      emptyState={
        <EmptyState
          size="sm"
          scene="locked"
          title="No trust rules"
          description="Create one to let a pipeline act as this service account without a stored secret."
        />
      }
    />
  )
}
