/** Calls made by workspace instances and automation. See docs/product/hand-off.md#opening-a-workspace. */
import * as z from 'zod/mini'
import { personReads, publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { workspaceRoles } from '../members/roles.ts'
import { noun } from '../noun.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { filledLineOf } from '../text/text-rules.ts'
import { trustRuleRefSchema } from '../trust-rules/trust-rule-ref.ts'

const codeSchema = filledLineOf(512)

export const handoffUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The nickname, or the part of the email address before the `@`: instances require one. */
  nickname: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
})

export const handoffWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  /** The owner: instances grant this user the owner's permissions. */
  creatorUserId: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: z.enum(['SI', 'PRIVATE', 'LOCAL']),
  approvalsEnabled: z.boolean(),
  role: z.enum(workspaceRoles),
  /** The workspace's secret. Only its instance receives it. */
  token: z.string(),
})

const handoffBody = z.object({ user: handoffUserSchema, workspace: handoffWorkspaceSchema })

export const introspectionSchema = z.object({
  active: z.boolean(),
  sub: z.optional(z.string()),
  exp: z.optional(z.number()),
  iat: z.optional(z.number()),
  iss: z.optional(z.string()),
  aud: z.optional(z.string()),
  jti: z.optional(z.string()),
  token_type: z.optional(z.string()),
  workspaceId: z.optional(z.string()),
  role: z.optional(z.string()),
  /** Set for a token of a service account. */
  serviceAccount: z.optional(serviceAccountRefSchema),
  /** Set for a token that a trust rule issued to a pipeline. */
  trustRule: z.optional(trustRuleRefSchema),
})

export const handoff = {
  completeAuthConnect: endpoint({
    name: 'handoff.completeAuthConnect',
    method: 'POST',
    path: '/complete-auth-connect',
    access: publicAccess,
    body: z.object({ code: codeSchema }),
    rateLimit: 'handoff',
    success: { status: 200, body: z.extend(handoffBody, { token: z.string() }) },
    errors: [
      'Conflict',
      'AccountQuarantined',
      'AccountSuspended',
      'MissingTosAcceptance',
      'EmailNotVerified',
      'WorkspaceQuarantined',
      'NotFound',
    ],
    summary:
      'Redeems the one-time code of a hand-off. Returns the user, the workspace and an instance token to the instance.',
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  authReconnect: endpoint({
    name: 'handoff.authReconnect',
    method: 'GET',
    path: '/auth-reconnect',
    access: personReads({ credentials: ['instance'] }),
    success: { status: 200, body: handoffBody },
    errors: ['NotFound'],
    summary: "Returns the current user, workspace and role for the instance's token.",
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  introspect: endpoint({
    name: 'handoff.introspect',
    method: 'POST',
    path: '/auth/introspect',
    access: publicAccess,
    body: z.object({ token: filledLineOf(8_192) }),
    acceptsForm: true,
    success: { status: 200, body: introspectionSchema },
    summary: 'Returns whether a token is active (RFC 7662). Needs no credential other than the token.',
    docs: 'docs/product/hand-off.md#checking-a-token',
  }),
}

export const handoffNoun = noun({
  tag: ['Instances', 'Calls that workspace instances make.'],
  calls: handoff,
})
