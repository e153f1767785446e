/** API tokens of a workspace. See docs/product/tokens.md#listing. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { userParams } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { limit, noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRights } from '../service-accounts/service-accounts.ts'
import { idSchema } from '../text/text-rules.ts'
import { tokenExpirationSchema } from '../text/time-string.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'
import { tokenRights } from './token-rights.ts'
import {
  authTokenSchema,
  newTokenSchema,
  ownAuthTokenSchema,
  pauseDurations,
  rotationSchema,
  tokenNameSchema,
  tokenRefusalSchema,
} from './token-schemas.ts'

const tokenParams = z.extend(workspaceParams, { tokenId: idSchema })
const oneToken = z.object({ authToken: authTokenSchema })
const tokenWithSecret = z.extend(oneToken, { token: z.string() })

/** Allows revoking the member's own tokens. The server checks the right to revoke other tokens. */
const changesToken = { param: 'workspaceId', right: tokenRights.revokeOwnToken } as const
const endsAccess = personWrites({
  terms: 'any',
  workspace: { ...changesToken, whenQuarantined: 'allowed' },
})

const readsTokens = personReads({
  workspace: { param: 'workspaceId', right: tokenRights.readTokens, whenQuarantined: 'allowed' },
})

export const tokens = {
  list: endpoint({
    name: 'tokens.list',
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens',
    access: readsTokens,
    params: workspaceParams,
    query: pageQuery,
    success: {
      status: 200,
      body: z.object({
        authTokens: z.array(authTokenSchema),
        /** The longest lifetime of a new token, in milliseconds. Operators configure it. */
        maxLifetimeMs: z.number(),
      }),
    },
    summary: 'Lists the API tokens of a workspace, oldest first, including expired and revoked ones.',
    docs: 'docs/product/tokens.md#listing',
  }),
  mine: endpoint({
    name: 'tokens.mine',
    method: 'GET',
    path: '/users/:userId/authTokens',
    access: personReads({ self: 'userId' }),
    params: userParams,
    query: pageQuery,
    success: { status: 200, body: z.object({ authTokens: z.array(ownAuthTokenSchema) }) },
    summary: "Lists the caller's active API tokens in all workspaces, oldest first.",
    docs: 'docs/product/tokens.md#listing',
  }),
  create: endpoint({
    name: 'tokens.create',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens',
    access: personWrites({ workspace: { param: 'workspaceId', right: tokenRights.createToken } }),
    params: workspaceParams,
    body: z.extend(newTokenSchema, {
      /** Without it the token is valid for 30 days. The platform's CLI sends none. */
      expiration: z.optional(tokenExpirationSchema),
    }),
    rateLimit: 'tokenCreation',
    isIdempotent: true,
    success: { status: 200, body: tokenWithSecret },
    // The `si` CLI can't sign in again, so the action decides whether a fresh sign-in is needed.
    errors: ['LimitReached', 'FreshSignInRequired'],
    summary:
      'Creates an API token for the caller, or for a service account if `serviceAccountId` is sent. Only this response contains the secret. Requires a fresh sign-in, except for tokens of at most 30 days that the `si` CLI creates.',
    docs: 'docs/product/tokens.md#creating',
  }),
  read: endpoint({
    name: 'tokens.read',
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: readsTokens,
    params: tokenParams,
    success: { status: 200, body: oneToken },
    summary: 'Returns one API token.',
    docs: 'docs/product/tokens.md#listing',
  }),
  rename: endpoint({
    name: 'tokens.rename',
    method: 'PUT',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: personWrites({ workspace: { param: 'workspaceId', right: tokenRights.renameOwnToken } }),
    params: tokenParams,
    body: z.object({ name: tokenNameSchema }),
    success: { status: 200, body: oneToken },
    summary: 'Renames an API token. Allowed for its creator and for owners.',
    docs: 'docs/product/tokens.md#renaming',
  }),
  revoke: endpoint({
    name: 'tokens.revoke',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/revoke',
    access: endsAccess,
    params: tokenParams,
    success: { status: 204 },
    summary:
      'Revokes an API token. Owners can revoke any token, other members their own, and approvers those of service accounts. Idempotent; keeps the first date.',
    docs: 'docs/product/tokens.md#revoking',
  }),
  rotate: endpoint({
    name: 'tokens.rotate',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/rotate',
    access: personWrites({ workspace: changesToken, freshSignIn: true }),
    params: tokenParams,
    body: z.nullish(rotationSchema),
    rateLimit: 'tokenCreation',
    success: { status: 200, body: tokenWithSecret },
    errors: ['Conflict'],
    summary:
      'Gives an API token a new secret, which only this response contains. The previous secret continues to work until `overlap` has passed. If it came from a rotation and was never used, it ends immediately, and the secret before it, if it still works, continues until `overlap` has passed.',
    docs: 'docs/product/tokens.md#rotating',
  }),
  retire: endpoint({
    name: 'tokens.retire',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/retire',
    access: endsAccess,
    params: tokenParams,
    success: { status: 200, body: oneToken },
    summary: 'Ends the previous secrets of a rotated API token immediately. Idempotent.',
    docs: 'docs/product/tokens.md#rotating',
  }),
  move: endpoint({
    name: 'tokens.move',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/move',
    access: personWrites({
      workspace: { param: 'workspaceId', right: serviceAccountRights.manageServiceAccounts },
      freshSignIn: true,
    }),
    params: tokenParams,
    body: z.extend(rotationSchema, { serviceAccountId: idSchema }),
    rateLimit: 'tokenCreation',
    success: { status: 200, body: tokenWithSecret },
    errors: ['Conflict'],
    summary:
      "Moves a member's API token to a service account and rotates it, so that it continues to work when the member leaves.",
    docs: 'docs/product/tokens.md#moving-to-a-service-account',
  }),
  pause: endpoint({
    name: 'tokens.pause',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/pause',
    access: endsAccess,
    params: tokenParams,
    body: z.object({ for: z.enum(pauseDurations) }),
    success: { status: 200, body: oneToken },
    errors: ['Conflict'],
    summary: 'Refuses an API token for 15 minutes, an hour or a day. The pause ends by itself.',
    docs: 'docs/product/tokens.md#pausing',
  }),
  resume: endpoint({
    name: 'tokens.resume',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/resume',
    access: personWrites({ workspace: changesToken }),
    params: tokenParams,
    success: { status: 200, body: oneToken },
    summary: 'Ends the pause of an API token. Idempotent.',
    docs: 'docs/product/tokens.md#pausing',
  }),
  refusals: endpoint({
    name: 'tokens.refusals',
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/refusals',
    access: readsTokens,
    params: tokenParams,
    success: { status: 200, body: z.object({ refusals: z.array(tokenRefusalSchema) }) },
    summary: 'Lists the last 100 uses of an API token that were refused because it was paused, newest first.',
    docs: 'docs/product/tokens.md#pausing',
  }),
}

export const tokensNoun = noun({
  tag: ['API tokens', 'Create, rotate, pause and revoke API tokens.'],
  calls: tokens,
  rights: tokenRights,
  events: {
    'token.created': ['Created an API token', 'Nightly deploy'],
    'token.renamed': ['Renamed an API token', 'Nightly → Nightly deploy'],
    'token.revoked': ['Revoked an API token', 'Nightly deploy'],
    'token.rotated': ['Rotated an API token', 'Nightly deploy'],
    'token.retired': ["Retired an API token's old secret", 'Nightly deploy'],
    'token.paused': ['Paused an API token', 'Nightly deploy, for 8 hours'],
    'token.resumed': ['Resumed an API token', 'Nightly deploy'],
    'token.moved': ['Moved an API token to a service account', 'Nightly deploy → Pipeline'],
  },
  limits: {
    tokensOfWorkspace: limit(
      1_000,
      'API tokens of a workspace that are neither revoked nor expired',
      (most) =>
        `This workspace has ${most} active API tokens, which is the limit. Revoke a token you no longer need, then try again.`,
    ),
  },
})
