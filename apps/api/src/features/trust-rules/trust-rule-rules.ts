/** Decides which trust rules can be created and which of them applies to a token. */
import { cleanLine } from '@portal/contract/text/clean-line'
import { missingPins, presetOf, trustRulePresets } from '@portal/contract/trust-rules/trust-rule-presets'
import {
  type ClaimProblem,
  type ExchangeOutcome,
  issuerMaxLength,
  learningMs,
  type NewTrustRule,
  trustRuleLifetimeDefaultMinutes,
} from '@portal/contract/trust-rules/trust-rules'
import { isPublicHost } from '../../gateways/fence/public-address.ts'
import { invalid } from '../../http/errors/refusal.ts'
import { findProblems, type IdentityToken } from './identity-token-rules.ts'
import type { NewTrustRuleRow, TrustRuleRow } from './trust-rule-store.ts'

/** Whether the issuer is a plain https URL in the form in which browsers and servers write it. */
function isIssuerUrl(issuer: string): boolean {
  const url = URL.parse(issuer)
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    // Also refuses a bare ? or #, other notations of an IP address, upper case and characters outside ASCII.
    !/[?#]/.test(issuer) &&
    [url.href, url.href.replace(/\/$/, '')].includes(issuer)
  )
}

function checkIssuer(issuer: string, trustedIssuers: readonly string[]): void {
  if (trustedIssuers.includes(issuer)) return
  if (issuer.length > issuerMaxLength || !isIssuerUrl(issuer))
    throw invalid(
      'issuer',
      'Enter the issuer exactly as in the tokens: a lower-case URL that starts with https://, without ? and #',
    )
  if (!isPublicHost(new URL(issuer)))
    throw invalid(
      'issuer',
      'Enter an issuer on the public internet. Private addresses and local host names are never contacted, unless an operator adds the issuer to FEDERATION_TRUSTED_ISSUERS',
    )
}

function checkPins(issuer: string, claims: NonNullable<NewTrustRule['claims']>): void {
  const missing = missingPins(issuer, claims)
  const { label, isIssuer } = trustRulePresets[presetOf(issuer, claims)]
  if (missing.length > 0)
    throw invalid(
      'claims',
      `Add the claim ${missing.join(' and the claim ')}. Without it, the rule would also trust others who use ${isIssuer(issuer) ? label : 'this issuer'}.`,
    )
  if (Object.keys(claims).length === 0)
    throw invalid(
      'claims',
      'Add at least one claim. Without it, the rule would trust every token of the issuer.',
    )
}

/**
 * Returns the columns of a new rule.
 * @throws Refusal `ValidationError` with the sentence for the field.
 */
export function planRule(wanted: NewTrustRule, trustedIssuers: readonly string[], now: Date) {
  const issuer = wanted.issuer.trim()
  const claims = wanted.claims ?? {}
  checkIssuer(issuer, trustedIssuers)
  if (wanted.isLearning) {
    if (Object.keys(claims).length > 0)
      throw invalid('claims', 'A learning rule has no claims. Remove the claims or turn learning off.')
  } else checkPins(issuer, claims)
  return {
    name: cleanLine(wanted.name),
    issuer,
    audience: wanted.audience.trim(),
    claims,
    lifetimeMinutes: wanted.lifetime ?? trustRuleLifetimeDefaultMinutes,
    learningUntil: wanted.isLearning ? new Date(now.getTime() + learningMs) : null,
  } satisfies Partial<NewTrustRuleRow>
}

/** Rules that still apply. A learning rule, and the trust in its issuer, ends after an hour. */
export const isInForce = ({ learningUntil }: TrustRuleRow, now: Date) =>
  learningUntil === null || learningUntil > now

interface Verdict {
  rule: TrustRuleRow
  outcome: Extract<ExchangeOutcome, 'accepted' | 'learning' | 'mismatch'>
  problems: ClaimProblem[]
}

/**
 * Finds the rule that accepts a correctly signed token, else a learning rule that the token fits, else the closest rule.
 * @param rules at least one
 */
export function judge(token: IdentityToken, rules: readonly TrustRuleRow[], now: Date): Verdict | undefined {
  const tries = rules.map((rule) => ({ rule, problems: findProblems(token, rule, now) }))
  const fitting = tries.filter(({ problems }) => problems.length === 0)
  const accepting = fitting.find(({ rule }) => rule.learningUntil === null)
  if (accepting) return { ...accepting, outcome: 'accepted' }
  const [learning] = fitting
  if (learning) return { ...learning, outcome: 'learning' }
  const [closest] = tries.toSorted((left, right) => left.problems.length - right.problems.length)
  return closest && { ...closest, outcome: 'mismatch' }
}
