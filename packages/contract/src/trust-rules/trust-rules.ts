/** Trust rules: which pipelines may act as a service account. See docs/product/trust-rules.md#rules. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { hourMs } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { claimValueMaxLength } from '../limits.ts'
import { messages } from '../messages.ts'
import { limit, noun } from '../noun.ts'
import { serviceAccountParams, serviceAccountRights } from '../service-accounts/service-accounts.ts'
import { displayedName } from '../text/displayed-name.ts'
import { atMost, idSchema, isOneLine, isoDateTimeSchema } from '../text/text-rules.ts'
import { trustRulePresetNames } from './trust-rule-presets.ts'
import { trustRuleRefSchema } from './trust-rule-ref.ts'

export const trustRuleNameMaxLength = 100
export const issuerMaxLength = 500
export const audienceMaxLength = 500
export const claimsMaxCount = 20
export const valuesMaxCount = 20
export const trustRuleLifetimeMaxMinutes = 60
export const trustRuleLifetimeDefaultMinutes = 15
export const learningMs = hourMs
/** Accepted attempts, and as many refused ones. */
export const listedExchanges = 50

/** These are checked in every token, so a rule can't pin them. */
export const reservedClaims: readonly string[] = ['iss', 'aud', 'exp', 'iat', 'nbf', 'jti']

const isClaimName = (name: string) => /^[A-Za-z0-9][\w.:/-]{0,99}$/.test(name)
const claimValueSchema = z
  .string()
  .check(
    ...atMost(claimValueMaxLength),
    z.minLength(1, 'Enter a value for every claim'),
    z.refine(isOneLine, messages.oneLine),
  )

/** The exact values of claims. A list accepts any one of its values. */
export const claimsSchema = z
  .record(
    z.string(),
    z.union([
      claimValueSchema,
      z
        .array(claimValueSchema)
        .check(
          z.minLength(1, 'Enter a value for every claim'),
          z.maxLength(valuesMaxCount, `A claim can have at most ${valuesMaxCount} values`),
        ),
    ]),
  )
  .check(
    z.refine(
      (claims) => Object.keys(claims).length <= claimsMaxCount,
      `A rule can pin at most ${claimsMaxCount} claims`,
    ),
    z.refine(
      (claims) => Object.keys(claims).every(isClaimName),
      'Claim names can contain letters, digits and . _ : / -, and must start with a letter or digit',
    ),
    z.refine(
      (claims) => !Object.keys(claims).some((name) => reservedClaims.includes(name)),
      `${reservedClaims.join(', ')} are already checked in every token. Remove them from the claims`,
    ),
  )
export type RuleClaims = z.infer<typeof claimsSchema>

export const trustRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  audience: z.string(),
  preset: z.enum(trustRulePresetNames),
  /** Empty while the rule is learning. */
  claims: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The lifetime of the issued API tokens in minutes. */
  lifetime: z.number(),
  isLearning: z.boolean(),
  /** When a learning rule stops recording attempts. Null for any other rule. */
  learningUntil: z.nullable(isoDateTimeSchema),
  createdAt: isoDateTimeSchema,
  lastUsedAt: z.nullable(isoDateTimeSchema),
})
export type TrustRule = z.infer<typeof trustRuleSchema>

export const newTrustRuleSchema = z.object({
  name: displayedName(trustRuleNameMaxLength),
  issuer: displayedName(issuerMaxLength),
  audience: displayedName(audienceMaxLength),
  /** Required unless the rule is learning. */
  claims: z.optional(claimsSchema),
  lifetime: z.optional(
    z
      .int('Enter a whole number of minutes')
      .check(
        z.minimum(1, 'Enter at least 1 minute'),
        z.maximum(trustRuleLifetimeMaxMinutes, `Enter at most ${trustRuleLifetimeMaxMinutes} minutes`),
      ),
  ),
  isLearning: z.optional(z.boolean()),
})
export type NewTrustRule = z.infer<typeof newTrustRuleSchema>

export const exchangeOutcomes = ['accepted', 'learning', 'mismatch', 'replayed', 'paused', 'limit'] as const
export type ExchangeOutcome = (typeof exchangeOutcomes)[number]

/** A claim that differs from what the rule or every token must have. */
export const claimProblemSchema = z.object({
  claim: z.string(),
  expected: z.string(),
  received: z.nullable(z.string()),
})
export type ClaimProblem = z.infer<typeof claimProblemSchema>

export const exchangeSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  ipAddress: z.string(),
  issuer: z.string(),
  outcome: z.enum(exchangeOutcomes),
  /** How many attempts the same token made. `at` and `ipAddress` are those of the last one. */
  count: z.number(),
  /** The rule that was applied, or the one that is closest to the token. */
  trustRule: z.nullable(trustRuleRefSchema),
  /** Empty unless the outcome is `mismatch` or `replayed`. */
  problems: z.array(claimProblemSchema),
  /** The claims of the token as text. */
  claims: z.record(z.string(), z.string()),
})
export type Exchange = z.infer<typeof exchangeSchema>

/** Why an attempt is only counted: nothing in such a token can be trusted. */
export const countedReasons = ['malformed', 'otherIssuer', 'badSignature', 'issuerUnavailable'] as const
export type CountedReason = (typeof countedReasons)[number]

export const exchangeCountSchema = z.object({
  reason: z.enum(countedReasons),
  count: z.number(),
  lastAt: isoDateTimeSchema,
  /** For `issuerUnavailable`, the problem of the last attempt. */
  detail: z.nullable(z.string()),
})
export type ExchangeCount = z.infer<typeof exchangeCountSchema>

const trustRuleParams = z.extend(serviceAccountParams, { trustRuleId: idSchema })
const path = '/workspaces/:workspaceId/serviceAccounts/:serviceAccountId' as const
const read = {
  param: 'workspaceId',
  right: serviceAccountRights.readServiceAccounts,
  whenQuarantined: 'allowed',
} as const
const manage = { param: 'workspaceId', right: serviceAccountRights.manageServiceAccounts } as const

export const trustRules = {
  list: endpoint({
    name: 'trustRules.list',
    method: 'GET',
    path: `${path}/trustRules`,
    access: personReads({ workspace: read }),
    params: serviceAccountParams,
    success: { status: 200, body: z.object({ trustRules: z.array(trustRuleSchema) }) },
    summary: 'Lists the trust rules of a service account, oldest first.',
    docs: 'docs/product/trust-rules.md#rules',
  }),
  create: endpoint({
    name: 'trustRules.create',
    method: 'POST',
    path: `${path}/trustRules`,
    access: personWrites({ workspace: manage, freshSignIn: true }),
    params: serviceAccountParams,
    body: newTrustRuleSchema,
    rateLimit: 'tokenCreation',
    isIdempotent: true,
    success: { status: 200, body: z.object({ trustRule: trustRuleSchema }) },
    errors: ['LimitReached'],
    summary:
      'Creates a trust rule. With `isLearning`, the rule only records attempts for an hour and needs no claims.',
    docs: 'docs/product/trust-rules.md#rules',
  }),
  delete: endpoint({
    name: 'trustRules.delete',
    method: 'DELETE',
    path: `${path}/trustRules/:trustRuleId`,
    access: personWrites({ terms: 'any', workspace: { ...manage, whenQuarantined: 'allowed' } }),
    params: trustRuleParams,
    success: { status: 204 },
    summary: 'Deletes a trust rule and revokes the tokens that it issued.',
    docs: 'docs/product/trust-rules.md#rules',
  }),
  exchanges: endpoint({
    name: 'trustRules.exchanges',
    method: 'GET',
    path: `${path}/exchanges`,
    access: personReads({ workspace: read }),
    params: serviceAccountParams,
    success: {
      status: 200,
      body: z.object({ exchanges: z.array(exchangeSchema), counts: z.array(exchangeCountSchema) }),
    },
    summary:
      'Lists the last 50 accepted and the last 50 refused attempts to exchange an identity token, newest first, and counts attempts that are not listed.',
    docs: 'docs/product/trust-rules.md#exchanges',
  }),
}

export const trustRulesNoun = noun({
  tag: ['Trust rules', 'Let pipelines act as a service account without a stored secret.'],
  calls: trustRules,
  events: {
    'trust-rule.created': ['Created a trust rule', 'Pipeline: main branch'],
    'trust-rule.deleted': ['Deleted a trust rule', 'Pipeline: main branch'],
    'trust-rule.used': ['Received a token through a trust rule', 'main branch'],
  },
  limits: {
    trustRulesOfServiceAccount: limit(
      50,
      'trust rules of a service account',
      (most) =>
        `This service account has ${most} trust rules, which is the limit. Delete a trust rule you no longer need, then try again.`,
    ),
  },
})
