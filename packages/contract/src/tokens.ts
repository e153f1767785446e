/** API tokens of a workspace. See docs/product/tokens.md#listing. */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { displayedName } from './displayed-name.ts'
import { endpoint } from './endpoint.ts'
import { tokenNameMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { idSchema, isoDateTimeSchema } from './text-rules.ts'
import { tokenExpirationSchema } from './time-string.ts'
import { workspaceParams } from './workspace-params.ts'

export const authTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: isoDateTimeSchema,
  expiresAt: z.optional(isoDateTimeSchema),
  revokedAt: z.optional(isoDateTimeSchema),
  lastUsedAt: z.nullable(isoDateTimeSchema),
  lastUsedIp: z.nullable(z.string()),
  createdBy: z.object({
    userId: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.string(),
  }),
})
export type AuthToken = z.infer<typeof authTokenSchema>

/** One of the caller's tokens, with the workspace it belongs to. */
export const ownAuthTokenSchema = z.extend(authTokenSchema, {
  workspace: z.object({ id: z.string(), displayName: z.string() }),
})
export type OwnAuthToken = z.infer<typeof ownAuthTokenSchema>

export const tokenNameSchema = displayedName(tokenNameMaxLength)

export const newTokenSchema = z.object({ name: tokenNameSchema, expiration: tokenExpirationSchema })
export type NewToken = z.infer<typeof newTokenSchema>

const tokenParams = z.extend(workspaceParams, { tokenId: idSchema })
const oneToken = z.object({ authToken: authTokenSchema })

export const tokens = {
  list: endpoint({
    name: 'tokens.list',
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens',
    access: personReads({
      workspace: { param: 'workspaceId', act: 'readTokens', whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    query: pageQuery,
    success: { status: 200, body: z.object({ authTokens: z.array(authTokenSchema) }) },
    summary: 'Lists the API tokens of a workspace, oldest first, including expired and revoked ones.',
    docs: 'docs/product/tokens.md#listing',
  }),
  mine: endpoint({
    name: 'tokens.mine',
    method: 'GET',
    path: '/users/:userId/authTokens',
    access: personReads({ self: 'userId' }),
    params: userParams,
    success: { status: 200, body: z.object({ authTokens: z.array(ownAuthTokenSchema) }) },
    summary: "Lists the caller's active API tokens in all workspaces, oldest first.",
    docs: 'docs/product/tokens.md#listing',
  }),
  create: endpoint({
    name: 'tokens.create',
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens',
    access: personWrites({ freshSignIn: true, workspace: { param: 'workspaceId', act: 'createToken' } }),
    params: workspaceParams,
    body: z.extend(newTokenSchema, {
      /** Without it the token is valid for 30 days. The platform's CLI sends none. */
      expiration: z.optional(tokenExpirationSchema),
    }),
    rateLimit: 'tokenCreation',
    isIdempotent: true,
    success: { status: 200, body: z.extend(oneToken, { token: z.string() }) },
    errors: ['LimitReached'],
    summary: 'Creates an API token. Only this response contains its secret.',
    docs: 'docs/product/tokens.md#creating',
  }),
  read: endpoint({
    name: 'tokens.read',
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: personReads({
      workspace: { param: 'workspaceId', act: 'readTokens', whenQuarantined: 'allowed' },
    }),
    params: tokenParams,
    success: { status: 200, body: oneToken },
    summary: 'Returns one API token.',
    docs: 'docs/product/tokens.md#listing',
  }),
  rename: endpoint({
    name: 'tokens.rename',
    method: 'PUT',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: personWrites({ workspace: { param: 'workspaceId', act: 'renameOwnToken' } }),
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
    access: personWrites({
      terms: 'any',
      workspace: { param: 'workspaceId', act: 'revokeOwnToken', whenQuarantined: 'allowed' },
    }),
    params: tokenParams,
    success: { status: 204 },
    summary:
      'Revokes an API token. Owners can revoke any token, other members their own. Idempotent; keeps the first date.',
    docs: 'docs/product/tokens.md#revoking',
  }),
}
