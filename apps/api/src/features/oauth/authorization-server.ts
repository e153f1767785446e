/**
 * The OAuth server for command-line tools, run by a certified library. The library is loaded with the first request that
 * needs it. See docs/product/command-line.md#protocols.
 */
import { deviceCodeGrant, oauth, portalCliClientId, refreshTokenGrant } from '@portal/contract/oauth/oauth'
import type { FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import inject from 'light-my-request'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { newSecret } from '../../crypto/secrets.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { makeAuthorizationAdapter, refreshTokenSeconds } from './authorization-adapter.ts'
import { isOpenAccount } from './authorization-store.ts'

const longestUserAgent = 1_000

async function configuration(services: Services, alreadyUsed: () => Error): Promise<Configuration> {
  const { database } = services
  // The library requires a key. Nothing is signed with it, because no client may request an ID token.
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    adapter: makeAuthorizationAdapter(services, alreadyUsed),
    clients: [
      {
        client_id: portalCliClientId,
        client_name: 'Portal CLI',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: [deviceCodeGrant, refreshTokenGrant],
        response_types: [],
        redirect_uris: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: ['openid'],
    routes: {
      token: oauth.token.path,
      device_authorization: oauth.authorizeDevice.path,
      revocation: oauth.revoke.path,
    },
    cookies: { keys: [newSecret()] },
    findAccount: async (_ctx, accountId) =>
      (await isOpenAccount(database.orm, accountId))
        ? { accountId, claims: () => ({ sub: accountId }) }
        : undefined,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: {
      DeviceCode: 600,
      AccessToken: 3_600,
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, requester, token) => token.clientId === requester.clientId,
      },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        deviceInfo: (ctx: KoaContextWithOIDC) => ({
          ip: ctx.ip,
          ua: ctx.get('user-agent').slice(0, longestUserAgent),
        }),
      },
    },
  }
}

/** Loads the library without its warning about Node versions, because this project pins its version. */
async function loadLibrary() {
  const { warn } = console
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes('Unsupported runtime')) warn(...values)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

async function load(services: Services) {
  const { default: Provider, errors } = await loadLibrary()
  const provider = new Provider(
    services.config.API_URL,
    await configuration(services, () => new errors.InvalidGrant('already used')),
  )
  // The approval page is the portal's.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route !== 'device_authorization' || ctx.status !== 200) return
    const page = `${services.config.PORTAL_URL}/device`
    const body = ctx.body as { user_code: string }
    ctx.body = {
      ...body,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${body.user_code}`,
      interval: 5,
    }
  })
  return provider.callback()
}

/** Answers an OAuth request with the library's JSON body. Throws a `Refusal` with the library's error code. */
export type AuthorizationServer = (request: FastifyRequest) => Promise<Record<string, unknown>>

function refusalFrom(status: number, body: { error?: string; error_description?: string }): Refusal {
  const type = status === 401 ? 'NotSignedIn' : status >= 500 ? 'InternalError' : 'InvalidCode'
  return new Refusal(type, sentenceOf(body.error ?? '', body.error_description), {
    ...(body.error === undefined ? {} : { oauthCode: body.error }),
  })
}

const sentences: Record<string, string> = {
  authorization_pending: 'The user has not answered yet. Try again in 5 seconds.',
  access_denied: 'The user denied the sign-in.',
  expired_token: 'The code has expired. Start again.',
  invalid_grant: 'The code or token is invalid, expired or already used.',
  invalid_client: 'The client is unknown.',
  unsupported_grant_type: 'This grant type is not supported.',
}

const sentenceOf = (code: string, description: string | undefined) =>
  sentences[code] ?? description ?? 'The request is not valid.'

export function makeAuthorizationServer(services: Services): AuthorizationServer {
  let loading: ReturnType<typeof load> | undefined
  const { host } = new URL(services.config.API_URL)
  return async (request) => {
    loading ??= load(services)
    const dispatch = await loading
    const { authorization = '' } = request.headers
    const answer = await inject(dispatch, {
      method: 'POST',
      url: request.url.split('?')[0] ?? '/',
      headers: {
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': request.headers['user-agent'] ?? '',
        // Only a client authenticates here. A user's Bearer token is ignored, as on every public call.
        ...(/^basic /i.test(authorization) ? { authorization } : {}),
      },
      remoteAddress: request.ip,
      payload: new URLSearchParams(request.body as Record<string, string>).toString(),
    })
    const body = answer.payload === '' ? {} : answer.json<Record<string, unknown>>()
    if (answer.statusCode >= 400) throw refusalFrom(answer.statusCode, body)
    return body
  }
}
