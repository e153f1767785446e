/** The OAuth server's endpoints. See docs/product/command-line.md#protocols. */
import {
  deviceCodeGrant,
  idTokenType,
  jwtTokenType,
  oauth,
  refreshTokenGrant,
  type TokenRequest,
  type TokenResponse,
  tokenExchangeGrant,
} from '@portal/contract/oauth/oauth'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { exchangeIdentityToken } from '../trust-rules/exchange-actions.ts'
import { makeAuthorizationServer } from './authorization-server.ts'

/** Issues tokens for one grant type. Throws a `Refusal`, with an `oauthCode` where the type doesn't imply one. */
type GrantHandler = (form: TokenRequest, request: FastifyRequest) => Promise<TokenResponse>

export function oauthRoutes(server: Server, services: Services): void {
  const { API_URL } = services.config
  const authorizationServer = makeAuthorizationServer(services)
  const issueForClient: GrantHandler = async (_form, request) =>
    (await authorizationServer(request)) as TokenResponse
  const grants: Record<string, GrantHandler> = {
    [deviceCodeGrant]: issueForClient,
    [refreshTokenGrant]: issueForClient,
    [tokenExchangeGrant]: exchangeToken,
  }

  /** The token exchange (RFC 8693) of pipelines. See docs/product/trust-rules.md#exchanging-a-token. */
  async function exchangeToken(form: TokenRequest, request: FastifyRequest): Promise<TokenResponse> {
    const serviceAccountId = requireParameter(form, 'client_id')
    const identityToken = requireParameter(form, 'subject_token')
    requireType(form, 'subject_token_type', [idTokenType, jwtTokenType])
    if (form.requested_token_type) requireType(form, 'requested_token_type', [jwtTokenType])
    const input = { serviceAccountId, identityToken, ipAddress: request.ip }
    const { accessToken, lifetimeSeconds } = await exchangeIdentityToken(services, input)
    return {
      access_token: accessToken,
      issued_token_type: jwtTokenType,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
    }
  }

  server.serve(oauth.metadata, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return {
      issuer: API_URL,
      token_endpoint: `${API_URL}${oauth.token.path}`,
      device_authorization_endpoint: `${API_URL}${oauth.authorizeDevice.path}`,
      revocation_endpoint: `${API_URL}${oauth.revoke.path}`,
      introspection_endpoint: `${API_URL}/auth/introspect`,
      jwks_uri: `${API_URL}/.well-known/jwks.json`,
      response_types_supported: [],
      grant_types_supported: Object.keys(grants),
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      service_documentation: `${API_URL}/docs`,
    }
  })

  server.serve(oauth.authorizeDevice, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    return (await authorizationServer(request)) as never
  })

  server.serve(oauth.token, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
    const grantType = requireParameter(body, 'grant_type')
    const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
    if (!grant)
      throw new Refusal('ValidationError', 'This grant type is not supported.', {
        oauthCode: 'unsupported_grant_type',
      })
    return grant(body, request)
  })

  server.serve(oauth.revoke, async ({ request }) => {
    await authorizationServer(request)
    return {}
  })
}

const invalidRequest = (message: string) =>
  new Refusal('ValidationError', message, { oauthCode: 'invalid_request' })

function requireParameter(form: TokenRequest, name: keyof TokenRequest): string {
  const value = form[name]
  if (!value) throw invalidRequest(`The parameter ${name} is missing.`)
  return value
}

function requireType(form: TokenRequest, name: keyof TokenRequest, types: readonly string[]): void {
  if (!types.includes(requireParameter(form, name)))
    throw invalidRequest(`The parameter ${name} must be ${types.join(' or ')}.`)
}
