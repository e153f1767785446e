/** Talks to the API's OAuth server with a certified library. See docs/product/command-line.md#protocols. */
import { portalCliClientId } from '@portal/contract/oauth'
import * as oauth from 'openid-client'
import type { Credentials } from './credentials.ts'
import { CommandError, NotSignedInError } from './errors.ts'
import { userAgent } from './user-agent.ts'

const timeoutSeconds = 30

const sendAsPortal: oauth.CustomFetch = (url, options) =>
  fetch(url, {
    ...options,
    headers: { ...options.headers, 'user-agent': userAgent() },
    redirect: 'error',
  } as RequestInit)

/** The OAuth error code, such as `invalid_grant`. Undefined if the server didn't answer. */
export const oauthCodeOf = (error: unknown): string | undefined =>
  error instanceof oauth.ResponseBodyError ? error.error : undefined

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
    if (error instanceof CommandError) throw error
    throw new CommandError(
      `${apiUrl} doesn't answer like the portal's API. Check the address in PORTAL_API_URL, and try again.`,
      { cause: error },
    )
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
  approved: () => Promise<Credentials>
}

const refusals: Record<string, string> = {
  access_denied: 'The sign-in was denied on the portal.',
  expired_token: 'The code has expired. Run `portal login` again.',
}

/** Starts a sign-in that the user approves in any browser. */
export async function startDeviceSignIn(apiUrl: string): Promise<DeviceSignIn> {
  const server = await discover(apiUrl)
  const started = await oauth.initiateDeviceAuthorization(server, {})
  return {
    userCode: started.user_code,
    page: started.verification_uri,
    pageWithCode: started.verification_uri_complete ?? started.verification_uri,
    expiresInSeconds: started.expires_in,
    async approved() {
      try {
        return toCredentials(apiUrl, await oauth.pollDeviceAuthorizationGrant(server, started))
      } catch (error) {
        const refusal = refusals[oauthCodeOf(error) ?? '']
        throw refusal === undefined ? error : new NotSignedInError(refusal)
      }
    },
  }
}

/** Exchanges the refresh token. The old refresh token and the previous access token stop working. */
export async function refreshTokens({ apiUrl, refreshToken }: Credentials): Promise<Credentials> {
  return toCredentials(apiUrl, await oauth.refreshTokenGrant(await discover(apiUrl), refreshToken))
}

/** Ends the session on the server. */
export async function revokeSession({ apiUrl, refreshToken }: Credentials): Promise<void> {
  await oauth.tokenRevocation(await discover(apiUrl), refreshToken, { token_type_hint: 'refresh_token' })
}
