/** Checks the content of an identity token against trust rules. See docs/product/trust-rules.md#checks. */
import { claimValueMaxLength } from '@portal/contract/limits'
import { isTooLong } from '@portal/contract/text/text-rules'
import { truncateText } from '@portal/contract/text/truncate-text'
import { shortenedEnd } from '@portal/contract/trust-rules/trust-rule-presets'
import type { ClaimProblem, RuleClaims } from '@portal/contract/trust-rules/trust-rules'

const maxTokenLength = 16_384
const maxIssuerLength = 500
const leewaySeconds = 60
const maxLifetimeSeconds = 86_400
const maxRecordedClaims = 60

type Claims = Readonly<Record<string, unknown>>

export interface IdentityToken {
  issuer: string
  claims: Claims
}

/** Reads a token without checking its signature. Returns undefined if it is not an identity token. */
export function readIdentityToken(token: string): IdentityToken | undefined {
  const parts = token.split('.')
  if (token.length > maxTokenLength || parts.length !== 3 || parts.includes('')) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
    const issuer = claimOf(claims as Claims, 'iss')
    if (typeof issuer !== 'string' || !isIssuer(issuer)) return undefined
    return { issuer, claims: claims as Claims }
  } catch {
    return undefined
  }
}

/** The database can't compare a text with control characters or lone surrogates. */
const isIssuer = (text: string) =>
  text !== '' && text.length <= maxIssuerLength && !/[\p{Cc}\p{Cs}]/u.test(text)

/** Own properties only, so that a claim named `constructor` is absent unless the token has it. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)

/** Shortens a text, and replaces what the database can't store. */
const storable = (text: string) => {
  const isLong = isTooLong(text, claimValueMaxLength)
  const kept = isLong ? truncateText(text, claimValueMaxLength - 1) + shortenedEnd : text
  return kept.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Returns a claim as text for people, or null if it is absent. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null
  if (isScalar(value) || typeof value === 'number') return storable(String(value))
  if (Array.isArray(value) && value.every(isScalar)) return storable(value.join(', '))
  return value === null ? 'null' : 'a nested value'
}

/** Returns the claims of a token as text, to record them. */
export function claimsAsText(claims: Claims): Record<string, string> {
  const entries = Object.entries(claims).slice(0, maxRecordedClaims)
  return Object.fromEntries(entries.map(([name, value]) => [storable(name), textOf(value) ?? '']))
}

function timeText(seconds: unknown): string | null {
  const at = typeof seconds === 'number' ? new Date(seconds * 1_000) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : textOf(seconds)
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function timeProblems(claims: Claims, now: Date): ClaimProblem[] {
  const nowSeconds = now.getTime() / 1_000
  const [iat, exp, nbf] = ['iat', 'exp', 'nbf'].map((name) => claimOf(claims, name))
  const at = now.toISOString()
  const problems: ClaimProblem[] = []
  const add = (claim: string, expected: string, value: unknown) =>
    problems.push({ claim, expected, received: timeText(value) })
  if (!isTime(iat)) add('iat', 'The time of issue', iat)
  else if (iat > nowSeconds + leewaySeconds) add('iat', `Not after ${at}`, iat)
  if (!isTime(exp)) add('exp', 'The time of expiry', exp)
  else if (exp <= nowSeconds - leewaySeconds) add('exp', `After ${at}`, exp)
  else if (isTime(iat) && exp - iat > maxLifetimeSeconds) add('exp', 'At most 24 hours after iat', exp)
  if (nbf !== undefined && !(isTime(nbf) && nbf <= nowSeconds + leewaySeconds))
    add('nbf', `Not after ${at}`, nbf)
  return problems
}

function audienceProblems(claims: Claims, audience: string): ClaimProblem[] {
  const received = claimOf(claims, 'aud')
  const [only, ...others] = [received].flat()
  if (only === audience && others.length === 0) return []
  return [{ claim: 'aud', expected: audience, received: textOf(received) }]
}

/** The value must equal one of the rule's values. A list or a nested value never matches. */
function pinProblems(claims: Claims, pins: RuleClaims): ClaimProblem[] {
  return Object.entries(pins).flatMap(([claim, pinned]) => {
    const allowed = [pinned].flat()
    const received = claimOf(claims, claim)
    if (isScalar(received) && allowed.includes(String(received))) return []
    return [{ claim, expected: allowed.join(' or '), received: textOf(received) }]
  })
}

/** Returns the problems of a correctly signed token under a rule, or an empty list. */
export function findProblems(
  { claims }: IdentityToken,
  rule: { audience: string; claims: RuleClaims },
  now: Date,
): ClaimProblem[] {
  const subject = claimOf(claims, 'sub')
  const hasSubject = typeof subject === 'string' && subject.trim() !== ''
  return [
    ...timeProblems(claims, now),
    ...audienceProblems(claims, rule.audience),
    ...(hasSubject ? [] : [{ claim: 'sub', expected: 'A subject', received: textOf(subject) }]),
    ...pinProblems(claims, rule.claims),
  ]
}

/** The text that identifies a token for its single use: its `jti`, or the token itself. */
export function useKeyOf({ issuer, claims }: IdentityToken, token: string): string {
  const id = claimOf(claims, 'jti')
  const hasId = typeof id === 'string' && id !== ''
  // The signature is left out, because several signatures of the same content can be valid.
  return JSON.stringify(hasId ? [issuer, 'jti', id] : [issuer, 'token', token.split('.').slice(0, 2)])
}

/** When a token can no longer be exchanged. Call it only for a token without problems. */
export function lastUseOf({ claims }: IdentityToken): Date {
  return new Date((Number(claimOf(claims, 'exp')) + leewaySeconds) * 1_000)
}
