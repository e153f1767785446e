import type { ServiceAccount } from '@portal/contract/service-accounts/service-accounts'
import type { Exchange, ExchangeCount, TrustRule } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Card } from '@portal/ui/layout/card'
import { useNow } from '@portal/ui/lib/use-now'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConnectSearch } from '../../lib/guard/search-parameters.ts'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { ExchangeReason } from './exchange-reason.tsx'
import { CountedAttempts } from './exchanges-table.tsx'
import { keepConnection, pinsOf, unsavedPlan } from './pipeline-plan.ts'
import { pipelineProviders, providerNames } from './pipeline-providers.ts'
import { RuleSnippets } from './rule-snippets.tsx'
import { exchangesQuery, type ServiceAccountParams, trustRulesQuery } from './trust-rule-queries.ts'
import { LearningState } from './trust-rules-table.tsx'
import { canBeTrusted, isUnmatched, runName } from './trusted-run.ts'
import { useRuleDialog } from './use-rule-dialog.tsx'
import { WaitingDot } from './waiting-dot.tsx'

interface PipelineConnectionProps {
  params: ServiceAccountParams
  account: ServiceAccount
  ruleId: string
  search: ConnectSearch
}

/** The snippet for a new rule, and what its first run does. See docs/product/trust-rules.md#connecting-a-pipeline. */
export function PipelineConnection(props: PipelineConnectionProps) {
  const { params, ruleId } = props
  const rules = useQuery(trustRulesQuery(params))
  if (rules.isPending) return <ListPending label="Loading the trust rule..." />
  if (!rules.data) return <Failure error={rules.error} retry={() => void rules.refetch()} />
  const rule = rules.data.trustRules.find(({ id }) => id === ruleId)
  return rule ? (
    <RuleConnection {...props} rule={rule} rules={rules.data.trustRules} />
  ) : (
    <StatusBox tone="warning" title="This trust rule no longer exists" actions={<Restart />} />
  )
}

/** Opens the form again: for the same service account with what was typed, or empty. */
function Restart({ isAnother = false }: { isAnother?: boolean }) {
  const navigate = useNavigate({ from: '/workspace/$workspaceId/connect' })
  const restart = () =>
    navigate({ search: ({ serviceAccountId }) => (isAnother ? {} : { serviceAccountId }) })
  return (
    <Button size="sm" onPress={() => void restart()}>
      {isAnother ? 'Connect another' : 'Start again'}
    </Button>
  )
}

interface RuleConnectionProps extends PipelineConnectionProps {
  rule: TrustRule
  rules: readonly TrustRule[]
}

function RuleConnection({ params, account, search, rule, rules }: RuleConnectionProps) {
  const navigate = useNavigate({ from: '/workspace/$workspaceId/connect' })
  const tried = useQuery(exchangesQuery(params))
  const { trust, dialog } = useRuleDialog({
    params,
    rules,
    onCreated: ({ id }) =>
      void navigate({ search: (others) => ({ ...others, trustRuleId: id }), replace: true }),
  })
  const { id: userId } = useUser()
  useEffect(() => {
    // A link from elsewhere has only the ids.
    if (search.provider) keepConnection(userId, rule.id, search)
  }, [userId, rule.id, search])
  const provider = providerNames.find((name) => name === search.provider)
  const limit = search.environment === undefined ? 'branch' : 'environment'
  const isSince = (at: string) => Date.parse(at) >= Date.parse(rule.createdAt)
  const runs = tried.data?.exchanges.filter(
    (run) =>
      isSince(run.at) && run.issuer === rule.issuer && (run.trustRule?.id === rule.id || isUnmatched(run)),
  )
  return (
    <>
      <TitledSection
        title="First run"
        actions={rule.learningUntil && <LearningState until={rule.learningUntil} />}
      >
        <RunStatus
          params={params}
          runs={runs ?? []}
          rule={rule}
          rules={rules}
          account={account}
          onTrust={trust}
        />
        <UnlistedAttempts
          counts={tried.data?.counts.filter(({ lastAt }) => isSince(lastAt)) ?? []}
          issuer={rule.issuer}
          isConnected={rule.lastUsedAt !== null || runs?.some(isAccepted) === true}
        />
        <Failure error={tried.error} retry={() => void tried.refetch()} />
      </TitledSection>
      <TitledSection title="Add this to your pipeline">
        <RuleSnippets
          params={params}
          rule={rule}
          claims={rule.learningUntil && provider ? pinsOf({ ...search, provider, limit }) : rule.claims}
          preset={provider && provider !== 'other' ? pipelineProviders[provider].preset : undefined}
          repository={search.place}
          canConnect
        />
      </TitledSection>
      {dialog}
    </>
  )
}

const isAccepted = ({ outcome }: Exchange) => outcome === 'accepted'

const learningCheckMs = 5_000

interface RunStatusProps {
  params: ServiceAccountParams
  /** The runs since the rule was created, newest first. */
  runs: readonly Exchange[]
  rule: TrustRule
  rules: readonly TrustRule[]
  account: ServiceAccount
  onTrust: (run: Exchange) => void
}

/** Whether a run was accepted, or why it was not and what to change. Announced to screen readers. */
function RunStatus({ params, runs, rule, rules, account, onTrust }: RunStatusProps) {
  const { learningUntil } = rule
  const now = useNow({ intervalMs: learningCheckMs, isRunning: learningUntil !== null })
  const accepted = runs.find(isAccepted)
  const [latest] = runs
  if (accepted || rule.lastUsedAt)
    return (
      <StatusBox tone="success" title="Connected" actions={<ConnectedActions params={params} />}>
        A run{accepted ? ` of ${runName(accepted)}` : ''} received an API token of the service account{' '}
        <bdi>{account.name}</bdi>.
      </StatusBox>
    )
  if (latest) return <RefusedRun run={latest} rules={rules} account={account} onTrust={onTrust} />
  if (learningUntil === null)
    return (
      <StatusBox title={<Waiting>Waiting for the first run</Waiting>}>
        Run your pipeline with the snippet below. This page shows the run within seconds. You can leave the
        page. Until its first run, “Connect a pipeline” lists this pipeline.
      </StatusBox>
    )
  if (Date.parse(learningUntil) > now.getTime())
    return (
      <StatusBox title={<Waiting>Waiting for a run to learn from</Waiting>}>
        Add the snippet below to your pipeline and run it. The run is refused and recorded, and you then
        choose here whether to trust it.
      </StatusBox>
    )
  return (
    <StatusBox tone="warning" title="Learning ended without a run" actions={<Restart />}>
      The rule no longer records runs.
    </StatusBox>
  )
}

/** A title that says what the page is watching for. */
function Waiting({ children }: { children: string }) {
  return (
    <span className="flex items-center gap-2">
      {children}
      <WaitingDot />
    </span>
  )
}

function ConnectedActions({ params: { workspaceId, serviceAccountId } }: { params: ServiceAccountParams }) {
  // The next pipeline starts with an empty form.
  useEffect(() => unsavedPlan.forget(), [])
  return (
    <>
      <LinkButton
        size="sm"
        href={`/workspace/${workspaceId}/service-accounts/${serviceAccountId}/trust-rules`}
      >
        Show trust rules
      </LinkButton>
      <Restart isAnother />
    </>
  )
}

interface RefusedRunProps {
  run: Exchange
  rules: readonly TrustRule[]
  account: ServiceAccount
  onTrust: (run: Exchange) => void
}

/** A run that received no token: because its rule is learning, or because of what the user should change. */
function RefusedRun({ run, rules, account, onTrust }: RefusedRunProps) {
  const isRecorded = run.outcome === 'learning'
  return (
    <>
      <StatusBox
        tone={isRecorded ? 'accent' : 'danger'}
        title={`A run of ${runName(run)} was ${isRecorded ? 'recorded' : 'refused'}`}
        actions={
          canBeTrusted(run, rules) && (
            <Button size="sm" tone={isRecorded ? 'accent' : 'neutral'} onPress={() => onTrust(run)}>
              Trust this run
            </Button>
          )
        }
      >
        {isRecorded ? (
          <>
            Trust it to let runs like it act as <bdi>{account.name}</bdi>. Then run the pipeline again.
          </>
        ) : run.outcome === 'mismatch' ? (
          'Change the pipeline and run it again.'
        ) : (
          'Solve this and run the pipeline again.'
        )}
      </StatusBox>
      {!isRecorded && (
        <Card>
          <ExchangeReason exchange={run} rules={rules} />
        </Card>
      )}
    </>
  )
}

interface UnlistedAttemptsProps {
  counts: readonly ExchangeCount[]
  /** The issuer that the rule accepts. */
  issuer: string
  isConnected: boolean
}

/** The refused attempts that are only counted. Before the first accepted run, the awaited run may be one of them. */
function UnlistedAttempts({ counts, issuer, isConnected }: UnlistedAttemptsProps) {
  if (counts.length === 0) return null
  return (
    <StatusBox
      tone={isConnected ? 'neutral' : 'warning'}
      announce="off"
      title="Attempts with this service account were refused"
    >
      <CountedAttempts counts={counts} />
      {counts.some(({ reason }) => reason === 'otherIssuer') && (
        <p className="wrap-anywhere">
          The rule accepts only runs whose issuer is <code className="font-mono">{issuer}</code>.
        </p>
      )}
    </StatusBox>
  )
}
