import type { CountedReason, Exchange, ExchangeCount, ExchangeOutcome } from '@portal/contract/trust-rules'

export const outcomeLabels: Record<ExchangeOutcome, string> = {
  accepted: 'Accepted',
  learning: 'Recorded',
  mismatch: 'Refused',
  replayed: 'Refused',
  paused: 'Refused',
  limit: 'Refused',
}

/** Says why a try was refused, in addition to the claims that differ. */
export function outcomeSentence({ outcome, trustRule }: Pick<Exchange, 'outcome' | 'trustRule'>): string {
  const rule = trustRule ? `“${trustRule.name}”` : 'a rule'
  return {
    accepted: `Accepted by ${rule}.`,
    learning: `${trustRule ? rule : 'The rule'} is learning, so the run was refused. Trust it to accept such runs.`,
    mismatch: `${trustRule ? rule : 'The closest rule'} expects other claims.`,
    replayed: 'This identity token was exchanged before. Each token works once.',
    paused: 'The service account is disabled, or its workspace is quarantined.',
    limit: 'The workspace has reached its limit of active API tokens.',
  }[outcome]
}

const reasonTexts: Record<CountedReason, string> = {
  malformed: 'without a readable identity token',
  otherIssuer: 'from an issuer that no rule names',
  badSignature: 'with a bad signature',
  issuerUnavailable: 'that could not be checked',
}

/** Describes the tries that are only counted: "3 tries with a bad signature". */
export function countText({ reason, count, detail }: ExchangeCount): string {
  const tries = count === 1 ? '1 try' : `${count.toLocaleString('en-US')} tries`
  return `${tries} ${reasonTexts[reason]}${detail ? `. ${detail}` : ''}`
}

/** The run of a token, for people: its repository or project, else its subject. */
export const runName = ({ claims }: Pick<Exchange, 'claims'>): string =>
  claims.repository ?? claims.project_path ?? claims.pipeline_slug ?? claims.sub ?? 'Unknown'
