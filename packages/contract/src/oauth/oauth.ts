/** The OAuth server for command-line tools and pipelines. See docs/product/command-line.md#protocols. */
import * as z from 'zod/mini'
import { publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { noun } from '../noun.ts'
import { isOneLine } from '../text/text-rules.ts'

/** The public client id of the `portal` command. */
export const portalCliClientId = 'portal-cli'
/** The platform's `si` CLI. It has its own protocol, and its sessions are recorded under this name. */
export const siCliClientId = 'si'

export const clientNames: Record<string, string> = {
  [portalCliClientId]: 'Portal CLI',
  [siCliClientId]: 'si CLI',
}

export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code'
export const refreshTokenGrant = 'refresh_token'
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
export const jwtTokenType = 'urn:ietf:params:oauth:token-type:jwt'

/** These texts are never stored, and normalizing such a long one would take a second. */
const field = z.optional(
  z
    .string(messages.required)
    .check(
      z.maxLength(32_768, { error: messages.tooLong(32_768), abort: true }),
      z.refine(isOneLine, messages.oneLine),
    ),
)

/** The parameters of RFC 6749, 8628 and 8693. Which of them are required depends on `grant_type`. */
const tokenRequestSchema = z.object({
  grant_type: field,
  client_id: field,
  device_code: field,
  refresh_token: field,
  scope: field,
  subject_token: field,
  subject_token_type: field,
  requested_token_type: field,
  audience: field,
})
export type TokenRequest = z.infer<typeof tokenRequestSchema>

const tokenResponseSchema = z.object({
  access_token: z.string(),
  token_type: z.string(),
  /** In seconds. */
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
  issued_token_type: z.optional(z.string()),
  scope: z.optional(z.string()),
})
export type TokenResponse = z.infer<typeof tokenResponseSchema>

const metadataSchema = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  service_documentation: z.string(),
})

/** Errors of these calls have the body of RFC 6749: `error` is a code and `error_description` a sentence. */
const form = { access: publicAccess, acceptsForm: true, hasOAuthErrors: true } as const
const docs = 'docs/product/command-line.md#protocols'

export const oauth = {
  metadata: endpoint({
    name: 'oauth.metadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: publicAccess,
    success: { status: 200, body: metadataSchema },
    summary: "Describes the authorization server's endpoints (RFC 8414).",
    docs,
  }),
  authorizeDevice: endpoint({
    ...form,
    name: 'oauth.authorizeDevice',
    method: 'POST',
    path: '/oauth/device_authorization',
    body: z.object({ client_id: field, scope: field }),
    rateLimit: 'deviceAuthorization',
    success: {
      status: 200,
      body: z.object({
        device_code: z.string(),
        user_code: z.string(),
        verification_uri: z.string(),
        verification_uri_complete: z.string(),
        expires_in: z.number(),
        /** Minimum seconds between two polls. */
        interval: z.number(),
      }),
    },
    errors: ['InvalidCode', 'NotSignedIn'],
    summary: 'Starts the sign-in of a device (RFC 8628). The user approves it on the portal.',
    docs,
  }),
  token: endpoint({
    ...form,
    name: 'oauth.token',
    method: 'POST',
    path: '/oauth/token',
    body: tokenRequestSchema,
    rateLimit: 'oauthToken',
    success: { status: 200, body: tokenResponseSchema },
    errors: ['InvalidCode', 'NotSignedIn'],
    summary:
      'Issues tokens for a device code, a refresh token or the identity token of a pipeline (RFC 6749, 8628 and 8693).',
    docs,
  }),
  revoke: endpoint({
    ...form,
    name: 'oauth.revoke',
    method: 'POST',
    path: '/oauth/revoke',
    body: z.object({ token: field, token_type_hint: field, client_id: field }),
    success: { status: 200, body: z.object({}) },
    errors: ['InvalidCode', 'NotSignedIn'],
    summary: 'Ends the session that a token belongs to (RFC 7009). Succeeds for unknown tokens.',
    docs,
  }),
}

export const oauthNoun = noun({
  tag: ['OAuth', 'Tokens for command-line tools and pipelines.'],
  calls: oauth,
})
