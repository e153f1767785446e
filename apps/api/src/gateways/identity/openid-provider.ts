import * as openid from 'openid-client'
import type { Config } from '../../config.ts'
import type { AuthorizationOptions, IdentityProfile, SignedIn, SignInChecks } from './identity.ts'
import { IdentityUnavailableError, SignInError } from './identity.ts'
import { profileOf } from './identity-profile.ts'

const defaultAnswerTimeoutMs = 5_000
/** The discovery document is cached this long, so that a browser is redirected only to an available provider. */
const discoveryFreshMs = 5_000

/**
 * Sent with an ordinary sign-in, because providers such as Auth0 send `auth_time` only with `max_age`. Longer than any session
 * at a provider, so that it never makes a user sign in again.
 */
const noMaxAgeSeconds = 365 * 86_400

/** @throws SignInError `no-auth-time` */
function authTimeOf({ auth_time: seconds }: openid.IDToken): Date {
  const time = new Date(typeof seconds === 'number' ? seconds * 1_000 : Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new SignInError(
      'no-auth-time',
      new Error(
        'OIDC_ISSUER is a provider that sends no auth_time claim in the ID token, although max_age was requested. Configure it to send auth_time, or use another provider.',
      ),
    )
  return time
}

/** Classifies the library's errors: refused by the user, invalid response or unavailable provider. */
function failureOf(error: unknown): Error {
  if (error instanceof SignInError || error instanceof IdentityUnavailableError) return error
  if (error instanceof openid.AuthorizationResponseError)
    return new SignInError(error.error === 'access_denied' ? 'denied' : 'failed', error)
  if (error instanceof openid.ResponseBodyError)
    return error.status >= 500 ? new IdentityUnavailableError(error) : new SignInError('failed', error)
  if (error instanceof openid.ClientError) {
    const isAway =
      (error.cause instanceof Response && error.cause.status >= 500) ||
      ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'].includes(error.code ?? '')
    return isAway ? new IdentityUnavailableError(error) : new SignInError('failed', error)
  }
  return new IdentityUnavailableError(error)
}

export class OpenIdProvider {
  readonly #config: Config
  readonly #answerTimeoutMs: number
  #discovered: { at: number; configuration: openid.Configuration } | undefined

  constructor(config: Config, answerTimeoutMs = defaultAnswerTimeoutMs) {
    this.#config = config
    this.#answerTimeoutMs = answerTimeoutMs
  }

  get #redirectUri(): string {
    return `${this.#config.API_URL}/auth/login-callback`
  }

  /** Returns the provider's discovery document, which `mustBeFresh` reloads if it is older than 5 seconds. */
  async #configuration(options: { mustBeFresh: boolean }): Promise<openid.Configuration> {
    const known = this.#discovered
    if (known && (!options.mustBeFresh || Date.now() - known.at < discoveryFreshMs))
      return known.configuration
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = this.#config
    const isPlain = OIDC_ISSUER.startsWith('http://')
    try {
      const configuration = await openid.discovery(
        new URL(OIDC_ISSUER),
        OIDC_CLIENT_ID,
        OIDC_CLIENT_SECRET,
        openid.ClientSecretPost(OIDC_CLIENT_SECRET),
        {
          timeout: this.#answerTimeoutMs / 1_000,
          // Also verifies the ID token's signature, although the token comes directly from the provider.
          execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
        },
      )
      this.#discovered = { at: Date.now(), configuration }
      return configuration
    } catch (error) {
      throw new IdentityUnavailableError(error)
    }
  }

  async authorizationUrl(
    checks: SignInChecks,
    { isSignup, reauthentication }: AuthorizationOptions,
  ): Promise<URL> {
    const configuration = await this.#configuration({ mustBeFresh: true })
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
      max_age: String(reauthentication?.maxAgeSeconds ?? noMaxAgeSeconds),
      ...(reauthentication ? { prompt: 'login', login_hint: reauthentication.email } : {}),
      ...(isSignup ? { screen_hint: 'signup' } : {}),
    })
  }

  async finish(callbackUrl: URL, checks: SignInChecks): Promise<SignedIn> {
    try {
      const configuration = await this.#configuration({ mustBeFresh: false })
      const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new SignInError('failed')
      const authenticatedAt = authTimeOf(claims)
      const hasAll = claims.email !== undefined && claims.email_verified !== undefined
      const profile = hasAll
        ? claims
        : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { profile: profileOf(claims.sub, profile), accessToken: tokens.access_token, authenticatedAt }
    } catch (error) {
      throw this.#classify(error)
    }
  }

  /**
   * Also makes the next use reload the discovery document if the provider's endpoints may have moved. Invalid callbacks don't count,
   * because any browser can send them.
   */
  #classify(error: unknown): Error {
    const failure = failureOf(error)
    const isAtWrongEndpoint =
      error instanceof openid.ClientError &&
      (error.cause instanceof Response || error.code === 'OAUTH_HTTP_REQUEST_FORBIDDEN')
    if (failure instanceof IdentityUnavailableError || isAtWrongEndpoint) this.#discovered = undefined
    return failure
  }

  async signOutUrl(isAuth0: boolean): Promise<URL | undefined> {
    const returnTo = `${this.#config.API_URL}/auth/logout-callback`
    const configuration = await this.#configuration({ mustBeFresh: true }).catch(() => undefined)
    if (!configuration) return undefined
    if (isAuth0) {
      const url = new URL('v2/logout', this.#config.OIDC_ISSUER.replace(/\/?$/, '/'))
      url.search = new URLSearchParams({ client_id: this.#config.OIDC_CLIENT_ID, returnTo }).toString()
      return url
    }
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return openid.buildEndSessionUrl(configuration, {
      client_id: this.#config.OIDC_CLIENT_ID,
      post_logout_redirect_uri: returnTo,
    })
  }

  /** Returns undefined if the access token has expired. The user must sign in again then. */
  async readProfile(subject: string, accessToken: string): Promise<IdentityProfile | undefined> {
    try {
      const configuration = await this.#configuration({ mustBeFresh: false })
      return profileOf(subject, { ...(await openid.fetchUserInfo(configuration, accessToken, subject)) })
    } catch (error) {
      if (error instanceof openid.WWWAuthenticateChallengeError) return undefined
      const failure = this.#classify(error)
      if (failure instanceof SignInError) return undefined
      throw failure
    }
  }
}
