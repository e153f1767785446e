/** The OAuth server's endpoints. See docs/product/command-line.md#protocols. */
import {
  deviceCodeGrant,
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
import { makeAuthorizationServer } from './authorization-server.ts'
import { makeTokenExchange } from './token-exchange-grant.ts'

/** Issues tokens for one grant type. Throws a `Refusal`, with an `oauthCode` where the type doesn't imply one. */
export type GrantHandler = (form: TokenRequest, request: FastifyRequest) => Promise<TokenResponse>

export function oauthRoutes(server: Server, services: Services): void {
  const { API_URL } = services.config
  const authorizationServer = makeAuthorizationServer(services)
  const issueForClient: GrantHandler = async (_form, request) =>
    (await authorizationServer(request)) as TokenResponse
  const grants: Record<string, GrantHandler> = {
    [deviceCodeGrant]: issueForClient,
    [refreshTokenGrant]: issueForClient,
    [tokenExchangeGrant]: makeTokenExchange(services),
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
    if (!body.grant_type)
      throw new Refusal('ValidationError', 'The parameter grant_type is missing.', {
        oauthCode: 'invalid_request',
      })
    const grant = Object.hasOwn(grants, body.grant_type) ? grants[body.grant_type] : undefined
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
