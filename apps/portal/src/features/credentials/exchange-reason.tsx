import type { Exchange, TrustRule } from '@portal/contract/trust-rules/trust-rules'
import { acceptingRule } from './trusted-run.ts'
import { Wrappable } from './wrappable.tsx'

/** Explains the outcome of an exchange, in addition to the claims that differ, and how often it was sent. */
function outcomeText(exchange: Exchange, rules: readonly TrustRule[]): string {
  const { outcome, trustRule, count } = exchange
  const accepting = acceptingRule(rules, exchange)
  const next = accepting
    ? ` “${accepting.name}” now accepts runs like it.`
    : ' Trust this run to accept runs like it.'
  const sentence = {
    accepted: `Accepted by ${trustRule ? `“${trustRule.name}”` : 'a rule'}.`,
    learning: `${trustRule ? `“${trustRule.name}”` : 'The rule'} was learning, so the run was refused.${next}`,
    mismatch: `${trustRule ? `“${trustRule.name}”` : 'The closest rule'} expects different claims.${accepting ? next : ''}`,
    replayed: 'This identity token was already exchanged. Each one works only once.',
    paused: 'The service account is disabled, or its workspace is quarantined.',
    limit: 'The workspace has reached its limit of active API tokens.',
  }[outcome]
  return count > 1 ? `${sentence} Sent ${count.toLocaleString('en-US')} times.` : sentence
}

const checkClock = 'Exchange the token as soon as the run has it, and check the clock of the runner.'
const requestIds = 'Run the pipeline that the rule names. On Buildkite, request this claim with --claim.'

/** What to change in a pipeline whose token has another value of a claim. */
const claimAdvice: Partial<Record<string, string>> = {
  aud: 'Request this audience in the pipeline.',
  environment: 'Add this environment to the job.',
  event_name: 'Start the run with this event.',
  ref: 'Run the pipeline on this branch.',
  build_branch: 'Run the pipeline on this branch.',
  repository_id: 'Run the pipeline of the repository that the rule names.',
  repository_owner_id: 'Run the pipeline of the repository that the rule names.',
  project_id: 'Run the pipeline of the project that the rule names.',
  organization_id: requestIds,
  pipeline_id: requestIds,
  iat: checkClock,
  exp: checkClock,
  nbf: checkClock,
}

/** What the outcome means, each claim that differs, and what to change. */
export function ExchangeReason({ exchange, rules }: { exchange: Exchange; rules: readonly TrustRule[] }) {
  return (
    <div className="flex min-w-27 flex-col gap-2">
      <span>{outcomeText(exchange, rules)}</span>
      {exchange.problems.length > 0 && (
        <dl className="flex flex-col gap-2 text-xs">
          {exchange.problems.map(({ claim, expected, received }) => (
            <div key={claim} className="flex flex-col gap-0.5">
              <dt className="font-medium font-mono wrap-anywhere">
                <Wrappable>{claim}</Wrappable>
              </dt>
              <dd className="wrap-anywhere">
                Expected{' '}
                <code className="font-mono text-success-text">
                  <Wrappable>{expected}</Wrappable>
                </code>
              </dd>
              <dd className="wrap-anywhere">
                Received{' '}
                {received === null ? (
                  <span className="text-danger-text">nothing</span>
                ) : (
                  <code className="font-mono text-danger-text">
                    <Wrappable>{received || 'an empty value'}</Wrappable>
                  </code>
                )}
              </dd>
              {claimAdvice[claim] && <dd>{claimAdvice[claim]}</dd>}
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
