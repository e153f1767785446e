import type {
  CountedReason,
  Exchange,
  ExchangeCount,
  ExchangeOutcome,
} from '@portal/contract/trust-rules/trust-rules'

export const outcomeLabels: Record<ExchangeOutcome, string> = {
  accepted: 'Accepted',
  learning: 'Recorded',
  mismatch: 'Refused',
  replayed: 'Refused',
  paused: 'Refused',
  limit: 'Refused',
}

/** Explains the outcome of an exchange, in addition to the claims that differ, and how often it was sent. */
export function outcomeText({ outcome, trustRule, count }: Exchange): string {
  const rule = trustRule ? `“${trustRule.name}”` : 'a rule'
  const sentence = {
    accepted: `Accepted by ${rule}.`,
    learning: `${trustRule ? rule : 'The rule'} is learning, so the run was refused. Trust this run to accept runs like it.`,
    mismatch: `${trustRule ? rule : 'The closest rule'} expects different claims.`,
    replayed: 'This identity token was already exchanged. Each one works only once.',
    paused: 'The service account is disabled, or its workspace is quarantined.',
    limit: 'The workspace has reached its limit of active API tokens.',
  }[outcome]
  return count > 1 ? `${sentence} Sent ${count.toLocaleString('en-US')} times.` : sentence
}

const reasonTexts: Record<CountedReason, string> = {
  malformed: 'without a readable identity token',
  otherIssuer: 'from an issuer that no rule names',
  badSignature: 'with a bad signature',
  issuerUnavailable: 'that could not be checked',
}

/** Describes the attempts that are only counted: "3 attempts with a bad signature". */
export function countText({ reason, count, detail }: ExchangeCount): string {
  const attempts = count === 1 ? '1 attempt' : `${count.toLocaleString('en-US')} attempts`
  return `${attempts} ${reasonTexts[reason]}${detail ? `. ${detail}` : ''}`
}

/** The run of a token, for people: its repository or project, else its subject. */
export const runName = ({ claims }: Pick<Exchange, 'claims'>): string =>
  claims.repository ?? claims.project_path ?? claims.pipeline_slug ?? claims.sub ?? 'Unknown'
