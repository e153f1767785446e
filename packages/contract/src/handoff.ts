/** What a workspace's instance and automation call (RULES section 3). */
import * as z from 'zod/mini'
import { everybody, personReads } from './access.ts'
import { endpoint } from './endpoint.ts'
import { workspaceRoles } from './permissions.ts'

const codeSchema = z.string().check(z.minLength(1), z.maxLength(512))

export const handoffUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The nickname, else the part of the email address before the @: instances require one. */
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
  /** The workspace's own secret: goes to the instance and to nobody else. */
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
})

export const handoff = {
  completeAuthConnect: endpoint({
    name: 'handoff.completeAuthConnect',
    method: 'POST',
    path: '/complete-auth-connect',
    access: everybody,
    body: z.object({ code: codeSchema }),
    rateLimit: 'handoff',
    success: { status: 200, body: z.extend(handoffBody, { token: z.string() }) },
    errors: [
      'InvalidCode',
      'AccountQuarantined',
      'AccountSuspended',
      'MissingTosAcceptance',
      'EmailNotVerified',
      'WorkspaceQuarantined',
      'NotFound',
    ],
    summary: 'An instance redeems the one-time code of a hand-off for the person, the workspace and a token.',
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  authReconnect: endpoint({
    name: 'handoff.authReconnect',
    method: 'GET',
    path: '/auth-reconnect',
    access: personReads({ credentials: ['instance'] }),
    success: { status: 200, body: handoffBody },
    errors: ['NotFound'],
    summary: 'An instance asks again who its person is and what they may do.',
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  introspect: endpoint({
    name: 'handoff.introspect',
    method: 'POST',
    path: '/auth/introspect',
    access: everybody,
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(8_192)) }),
    acceptsForm: true,
    success: { status: 200, body: introspectionSchema },
    summary: 'Tells whether a token is good (RFC 7662). Holding the token is the proof.',
    docs: 'docs/product/hand-off.md#checking-a-token',
  }),
}
