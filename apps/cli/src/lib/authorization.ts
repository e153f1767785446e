/** Talks to the API's OAuth server with a certified library. See docs/product/command-line.md#protocols. */
import { ApiError, ConnectionError, ForeignAnswer } from '@portal/client/errors'
import { portalCliClientId } from '@portal/contract/oauth/oauth'
import * as oauth from 'openid-client'
import type { Credentials } from './credentials.ts'
import { CommandError, NotSignedInError } from './errors.ts'
import { keepTrying } from './keep-trying.ts'
import { userAgent } from './user-agent.ts'

const timeoutSeconds = 30

const sendAsPortal: oauth.CustomFetch = async (url, options) => {
  const response = await fetch(url, {
    ...options,
    headers: { ...options.headers, 'user-agent': userAgent() },
    redirect: 'manual',
  } as RequestInit)
  // The library ignores the body of a revocation, so the page of a captive portal would count as a success.
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!isJson && response.status < 500 && response.status !== 429) throw new ForeignAnswer()
  return response
}

/** The OAuth error code, such as `invalid_grant`. Undefined if the server didn't answer. */
export const oauthCodeOf = (error: unknown): string | undefined =>
  error instanceof oauth.ResponseBodyError ? error.error : undefined

/** The library's codes for an answer in JSON that isn't the API's. */
const foreignCodes = ['OAUTH_INVALID_RESPONSE', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

/** Turns the library's errors about an outage into those of the API's client. */
function knownError(apiUrl: string, error: unknown): unknown {
  const { cause, code = '' } = error as { cause?: unknown; code?: string }
  const response = error instanceof oauth.ResponseBodyError ? error.response : cause
  if (response instanceof Response && (response.status === 429 || response.status >= 500))
    return new ApiError(response.status, undefined, response.headers)
  const unanswered = (reason: unknown) => new ConnectionError(apiUrl, { method: 'GET' }, reason)
  if (error instanceof ForeignAnswer || cause instanceof ForeignAnswer || foreignCodes.includes(code))
    return unanswered(new ForeignAnswer())
  const isLost = ['OAUTH_PARSE_ERROR', 'OAUTH_TIMEOUT'].includes(code)
  return isLost || (error instanceof TypeError && cause !== undefined) ? unanswered(error) : error
}

async function discover(apiUrl: string): Promise<oauth.Configuration> {
  try {
    const server = await oauth.discovery(new URL(apiUrl), portalCliClientId, undefined, oauth.None(), {
      algorithm: 'oauth2',
      timeout: timeoutSeconds,
      [oauth.customFetch]: sendAsPortal,
      // The configuration only allows http:// for this computer.
      ...(apiUrl.startsWith('http://') ? { execute: [oauth.allowInsecureRequests] } : {}),
    })
    const { token_endpoint: endpoint = '' } = server.serverMetadata()
    if (new URL(endpoint).origin !== apiUrl)
      throw new CommandError(`${apiUrl} uses a sign-in endpoint at another address, ${endpoint}.`)
    return server
  } catch (error) {
    const known = knownError(apiUrl, error)
    if ([ApiError, ConnectionError, CommandError].some((kind) => known instanceof kind)) throw known
    throw new ConnectionError(apiUrl, { method: 'GET' }, new ForeignAnswer())
  }
}

function toCredentials(apiUrl: string, tokens: oauth.TokenEndpointResponse): Credentials {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime = 0 } = tokens
  if (!refreshToken) throw new CommandError('The API sent no refresh token. Run `portal login` again.')
  const expiresAt = new Date(Date.now() + lifetime * 1_000).toISOString()
  return { apiUrl, accessToken, refreshToken, expiresAt }
}

export interface DeviceSignIn {
  userCode: string
  /** The page where the user types the code. */
  page: string
  /** The page with the code filled in. */
  pageWithCode: string
  expiresInSeconds: number
  /** Resolves when the user has approved. */
  approved: (note: (text: string) => void) => Promise<Credentials>
}

const refusals: Record<string, string> = {
  access_denied: 'The sign-in was denied on the portal.',
  expired_token: 'The code has expired. Run `portal login` again.',
  invalid_grant: 'The code was already used, and the answer was lost. Run `portal login` again.',
}

const refusalOf = (code: string | undefined) => {
  const sentence = refusals[code ?? '']
  return sentence === undefined ? undefined : new NotSignedInError(sentence)
}

/** Starts a sign-in that the user approves in any browser. */
export async function startDeviceSignIn(apiUrl: string): Promise<DeviceSignIn> {
  const server = await discover(apiUrl)
  const started = await oauth.initiateDeviceAuthorization(server, {}).catch((error: unknown) => {
    throw knownError(apiUrl, error)
  })
  const expiresAt = Date.now() + started.expires_in * 1_000

  /** Returns when the user has answered. An outage ends it with an error, after which it can be called again. */
  async function poll(): Promise<Credentials> {
    const remainingMs = expiresAt - Date.now()
    if (remainingMs <= 0) throw refusalOf('expired_token')
    try {
      const signal = AbortSignal.timeout(remainingMs)
      const tokens = await oauth.pollDeviceAuthorizationGrant(server, started, undefined, { signal })
      return toCredentials(apiUrl, tokens)
    } catch (error) {
      if (Date.now() >= expiresAt) throw refusalOf('expired_token')
      throw refusalOf(oauthCodeOf(error)) ?? knownError(apiUrl, error)
    }
  }

  return {
    userCode: started.user_code,
    page: started.verification_uri,
    pageWithCode: started.verification_uri_complete ?? started.verification_uri,
    expiresInSeconds: started.expires_in,
    approved: (note) => keepTrying(poll, note),
  }
}

/** Exchanges the refresh token. The old refresh token and the previous access token stop working. */
export async function refreshTokens({ apiUrl, refreshToken }: Credentials): Promise<Credentials> {
  const server = await discover(apiUrl)
  const tokens = await oauth.refreshTokenGrant(server, refreshToken).catch((error: unknown) => {
    throw knownError(apiUrl, error)
  })
  return toCredentials(apiUrl, tokens)
}

/** Ends the session on the server. */
export async function revokeSession({ apiUrl, refreshToken }: Credentials): Promise<void> {
  await oauth.tokenRevocation(await discover(apiUrl), refreshToken, { token_type_hint: 'refresh_token' })
}
