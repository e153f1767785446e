import type { Exchange, TrustRule } from '@portal/contract/trust-rules/trust-rules'

/** The run of a token, for people: its repository or project, else its subject. */
export const runName = ({ claims }: Pick<Exchange, 'claims'>): string =>
  claims.repository ?? claims.project_path ?? claims.pipeline_slug ?? claims.sub ?? 'Unknown'

/** Returns the rule that now accepts runs like this one, even if the run itself was refused. */
export function acceptingRule(
  rules: readonly TrustRule[],
  { issuer, claims }: Exchange,
): TrustRule | undefined {
  return rules.find(
    (rule) =>
      rule.learningUntil === null &&
      rule.issuer === issuer &&
      rule.audience === claims.aud &&
      Object.entries(rule.claims).every(([name, values]) => [values].flat().includes(claims[name] ?? '')),
  )
}

/** Whether the run matched no rule, so that its rule is the closest or a learning one. All other outcomes are of the rule that it matched. */
export const isUnmatched = ({ outcome }: Pick<Exchange, 'outcome'>): boolean =>
  outcome === 'learning' || outcome === 'mismatch'

/** Whether a rule could accept such a run, and none does yet. */
export const canBeTrusted = (exchange: Exchange, rules: readonly TrustRule[]): boolean =>
  isUnmatched(exchange) && !acceptingRule(rules, exchange)
