/** Sign-in at an OpenID Connect provider, over real HTTP. See docs/product/sign-in.md#signing-in-and-up. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTinyProvider, type TinyAnswer, type TinyProvider } from '../../testing/tiny-provider.ts'
import { IdentityUnavailableError, SignInError } from './identity.ts'
import { openIdentityGateway } from './open-identity.ts'
import { OpenIdProvider } from './openid-provider.ts'

let tiny: TinyProvider
let provider: OpenIdProvider
const checks = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }

beforeEach(async () => {
  tiny = await startTinyProvider()
  provider = new OpenIdProvider(readConfig({ OIDC_ISSUER: tiny.issuer }))
})
afterEach(() => tiny.close())

/** Waits for a silent provider only briefly. */
function adaptTimeout({ isSilent }: TinyAnswer): void {
  if (isSilent) provider = new OpenIdProvider(readConfig({ OIDC_ISSUER: tiny.issuer }), 300)
}

/** When the user entered their credentials, in seconds. */
const authTime = 1_700_000_000

const claims = {
  nonce: checks.nonce,
  auth_time: authTime,
  email: 'Somebody@example.com',
  email_verified: true,
  given_name: 'Some',
}

async function tokenAnswer(more: { [claim: string]: unknown } = {}): Promise<TinyAnswer> {
  const id_token = await tiny.idToken({ ...claims, ...more })
  return { body: { access_token: 'the-access-token', token_type: 'Bearer', expires_in: 60, id_token } }
}

function finish(query = 'code=the-code&state=the-state') {
  return provider.finish(new URL(`http://localhost:9001/auth/login-callback?${query}`), checks)
}

/** Returns the reason of a `SignInError`, `unavailable` for an unavailable provider, or `none` for success. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(() => 'none').catch((error: unknown) => error)
  if (failure instanceof SignInError) return failure.reason
  if (failure instanceof IdentityUnavailableError) return 'unavailable'
  return String(failure)
}

describe('authorizationUrl', () => {
  it('contains PKCE challenge, state and nonce, and the sign-up hint on request', async () => {
    const url = await provider.authorizationUrl(checks, { isSignup: false })
    expect(url.href.startsWith(`${tiny.issuer}authorize?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'portal',
      redirect_uri: 'http://localhost:9001/auth/login-callback',
      response_type: 'code',
      scope: 'openid profile email',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      // Longer than any session at the provider.
      max_age: '31536000',
    })
    expect(url.href).not.toContain(checks.codeVerifier)
    const signup = await provider.authorizationUrl(checks, { isSignup: true })
    expect(signup.searchParams.get('screen_hint')).toBe('signup')
  })

  it('asks the user to sign in again, with their email address filled in', async () => {
    const reauthentication = { maxAgeSeconds: 3_600, email: 'somebody@example.com' }
    const url = await provider.authorizationUrl(checks, { isSignup: false, reauthentication })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      max_age: '3600',
      prompt: 'login',
      login_hint: 'somebody@example.com',
    })
  })

  it('reuses the discovery document', async () => {
    await Promise.all([1, 2].map(() => provider.authorizationUrl(checks, { isSignup: false })))
    await provider.authorizationUrl(checks, { isSignup: false })
    expect(tiny.asked.length).toBeLessThanOrEqual(2)
  })

  it.each<[string, TinyAnswer]>([
    ['answers 500', { status: 500 }],
    ['does not answer with JSON', { text: '<html>', headers: { 'content-type': 'text/html' } }],
    ['names another issuer', { body: { issuer: 'https://other.example/' } }],
    ['is unresponsive', { isSilent: true }],
  ])('fails as unavailable when the provider %s', async (_, answer) => {
    adaptTimeout(answer)
    tiny.answers.set('/.well-known/openid-configuration', () => answer)
    expect(await failureOf(provider.authorizationUrl(checks, { isSignup: false }))).toBe('unavailable')
  })

  it('fails while the provider is unavailable, and recovers afterwards', async () => {
    const away = new OpenIdProvider(readConfig({ OIDC_ISSUER: 'http://127.0.0.1:1/' }), 300)
    expect(await failureOf(away.authorizationUrl(checks, { isSignup: false }))).toBe('unavailable')
    const real = tiny.answers.get('/.well-known/openid-configuration')
    tiny.answers.set('/.well-known/openid-configuration', () => ({ status: 503 }))
    expect(await failureOf(provider.authorizationUrl(checks, { isSignup: false }))).toBe('unavailable')
    tiny.answers.set('/.well-known/openid-configuration', real ?? (() => ({})))
    expect(await failureOf(provider.authorizationUrl(checks, { isSignup: false }))).toBe('none')
  })
})

describe('finishing a sign-in', () => {
  it('redeems the code with the verifier and reads the profile from the ID token', async () => {
    tiny.answers.set('/token', () => tokenAnswer({ nickname: 'some', picture: 'https://img.example/a.png' }))
    expect(await finish()).toEqual({
      accessToken: 'the-access-token',
      authenticatedAt: new Date(authTime * 1_000),
      profile: {
        subject: 'auth0|somebody',
        email: 'Somebody@example.com',
        isEmailVerified: true,
        firstName: 'Some',
        lastName: null,
        nickname: 'some',
        pictureUrl: 'https://img.example/a.png',
      },
    })
    expect(tiny.asked.find(({ path }) => path === '/token')?.body).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'http://localhost:9001/auth/login-callback',
      code_verifier: checks.codeVerifier,
      client_id: 'portal',
      client_secret: 'portal-secret',
    })
  })

  it('reads the profile from the userinfo endpoint when the ID token is incomplete', async () => {
    tiny.answers.set('/token', () => tokenAnswer({ email: undefined }))
    tiny.answers.set('/userinfo', ({ headers }) => ({
      body: {
        sub: 'auth0|somebody',
        email: 'a@example.com',
        email_verified: headers.authorization === 'Bearer the-access-token',
      },
    }))
    expect((await finish()).profile).toMatchObject({ email: 'a@example.com', isEmailVerified: true })
  })

  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['with a NUL character', 'auth0|\0'],
  ])('refuses a subject that is %s', async (_, sub) => {
    tiny.answers.set('/token', () => tokenAnswer({ sub }))
    expect(await failureOf(finish())).toBe('failed')
  })

  it('accepts only true for a verified email address', async () => {
    for (const email_verified of [false, 'true', 1, 'yes', null]) {
      tiny.answers.set('/token', () => tokenAnswer({ email_verified }))
      expect((await finish()).profile.isEmailVerified, String(email_verified)).toBe(false)
    }
  })

  it('ignores names and pictures that the profile form would refuse', async () => {
    const odd = { given_name: '<script>', family_name: 7, nickname: 'a@b', picture: 'javascript:alert(1)' }
    tiny.answers.set('/token', () => tokenAnswer(odd))
    const nothing = { firstName: null, lastName: null, nickname: null, pictureUrl: null }
    expect((await finish()).profile).toMatchObject(nothing)
  })

  it.each<[string, { [claim: string]: unknown }]>([
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://other.example/' }],
    ['another audience', { aud: 'other' }],
    ['no subject', { sub: undefined }],
    ['a start in the future', { nbf: Math.floor(Date.now() / 1_000) + 3_600 }],
  ])('fails for a token with %s', async (_, more) => {
    tiny.answers.set('/token', () => tokenAnswer(more))
    expect(await failureOf(finish())).toBe('failed')
  })

  it('fails for a token whose signature belongs to other claims', async () => {
    const [header, , signature] = (await tiny.idToken(claims)).split('.')
    const [, payload] = (await tiny.idToken({ ...claims, email: 'victim@example.com' })).split('.')
    const id_token = [header, payload, signature].join('.')
    tiny.answers.set('/token', () => ({ body: { access_token: 'x', token_type: 'Bearer', id_token } }))
    expect(await failureOf(finish())).toBe('failed')
  })

  it.each([
    ['no email address', undefined],
    ['an empty email address', ''],
    ['an invalid email address', 'nobody'],
    ['a NUL in the email address', 'a\u0000@example.com'],
  ])('fails as no-email for a profile with %s', async (_, email) => {
    tiny.answers.set('/token', () => tokenAnswer({ email }))
    tiny.answers.set('/userinfo', () => ({ body: { sub: 'auth0|somebody', email, email_verified: true } }))
    expect(await failureOf(finish())).toBe('no-email')
  })

  it.each([
    ['no', undefined],
    ['an impossible', 1e300],
  ])('fails as no-auth-time for a provider that sends %s auth_time', async (_, auth_time) => {
    tiny.answers.set('/token', () => tokenAnswer({ auth_time }))
    const failure = await finish().catch((error: SignInError) => error)
    expect(failure).toMatchObject({
      reason: 'no-auth-time',
      cause: { message: expect.stringContaining('OIDC_ISSUER is a provider that sends no auth_time') },
    })
  })

  it('fails for the profile of another subject', async () => {
    tiny.answers.set('/token', () => tokenAnswer({ email: undefined }))
    tiny.answers.set('/userinfo', () => ({
      body: { sub: 'auth0|other', email: 'a@example.com', email_verified: true },
    }))
    expect(await failureOf(finish())).toBe('failed')
  })

  it('fails without an ID token', async () => {
    tiny.answers.set('/token', () => ({ body: { access_token: 'x', token_type: 'Bearer' } }))
    expect(await failureOf(finish())).toBe('failed')
  })

  it.each([
    ['error=access_denied&state=the-state', 'denied'],
    ['error=server_error&state=the-state', 'failed'],
    ['code=the-code&state=other', 'failed'],
    ['code=the-code', 'failed'],
    ['state=the-state', 'failed'],
  ])('fails for the callback %s as %s', async (query, reason) => {
    tiny.answers.set('/token', () => tokenAnswer())
    expect(await failureOf(finish(query))).toBe(reason)
  })

  it.each<[string, TinyAnswer, string]>([
    ['refuses the code', { status: 400, body: { error: 'invalid_grant' } }, 'failed'],
    ['refuses the client', { status: 401, body: { error: 'invalid_client' } }, 'failed'],
    ['answers 500', { status: 500 }, 'unavailable'],
    [
      'answers 502 with HTML',
      { status: 502, text: '<html>', headers: { 'content-type': 'text/html' } },
      'unavailable',
    ],
    ['answers 503 with JSON', { status: 503, body: { error: 'temporarily_unavailable' } }, 'unavailable'],
    ['does not answer with JSON', { text: 'hello' }, 'unavailable'],
    ['is unresponsive', { isSilent: true }, 'unavailable'],
  ])('fails with the right reason when the provider %s', async (_, answer, reason) => {
    adaptTimeout(answer)
    tiny.answers.set('/token', () => answer)
    expect(await failureOf(finish())).toBe(reason)
  })

  it.each<[string, TinyAnswer]>([
    ['404', { status: 404, text: '<html>', headers: { 'content-type': 'text/html' } }],
    ['502', { status: 502 }],
  ])('reads the discovery document again after its token endpoint answered %s', async (_, answer) => {
    const path = '/.well-known/openid-configuration'
    const discovery = tiny.answers.get(path)
    const { body } = ((await discovery?.({ path, headers: {}, body: {} })) ?? {}) as { body: object }
    tiny.answers.set(path, () => ({ body: { ...body, token_endpoint: `${tiny.issuer}former` } }))
    tiny.answers.set('/former', () => answer)
    tiny.answers.set('/token', () => tokenAnswer())
    expect(await failureOf(finish())).not.toBe('none')
    tiny.answers.set(path, () => ({ body }))
    expect(await failureOf(finish())).toBe('none')
  })

  it('keeps the discovery document when a callback is invalid', async () => {
    const callback = new URL(
      'https://auth.example.com/auth/login-callback?state=another&iss=https://evil.example',
    )
    for (let at = 0; at < 3; at += 1) await failureOf(provider.finish(callback, checks))
    expect(tiny.asked.filter(({ path }) => path.startsWith('/.well-known'))).toHaveLength(1)
  })

  it('keeps the discovery document when the provider refuses the code', async () => {
    tiny.answers.set('/token', () => ({ status: 400, body: { error: 'invalid_grant' } }))
    await failureOf(finish())
    await failureOf(finish())
    expect(tiny.asked.filter(({ path }) => path.startsWith('/.well-known'))).toHaveLength(1)
  })

  it('fails as unavailable when the provider became unavailable after the redirect', async () => {
    await provider.authorizationUrl(checks, { isSignup: false })
    await tiny.close()
    expect(await failureOf(finish())).toBe('unavailable')
  })
})

describe('signOutUrl', () => {
  const gateway = (environment: Record<string, string>) =>
    openIdentityGateway(readConfig({ OIDC_ISSUER: tiny.issuer, ...environment }))

  it("is the provider's logout with a return to the API", async () => {
    const plain = await gateway({ AUTH0_MANAGEMENT_CLIENT_ID: '' }).signOutUrl()
    expect(plain?.pathname).toBe('/end')
    expect(plain?.searchParams.get('post_logout_redirect_uri')).toBe(
      'http://localhost:9001/auth/logout-callback',
    )
    const auth0 = await gateway({}).signOutUrl()
    expect(auth0?.href.startsWith(`${tiny.issuer}v2/logout?`)).toBe(true)
    expect(auth0?.searchParams.get('returnTo')).toBe('http://localhost:9001/auth/logout-callback')
  })

  it('is undefined while the provider is unavailable or has no logout', async () => {
    const answer = tiny.answers.get('/.well-known/openid-configuration')
    const { body } = ((await answer?.({ path: '', headers: {}, body: {} })) ?? {}) as { body: object }
    tiny.answers.set('/.well-known/openid-configuration', () => ({
      body: { ...body, end_session_endpoint: undefined },
    }))
    expect(await gateway({ AUTH0_MANAGEMENT_CLIENT_ID: '' }).signOutUrl()).toBeUndefined()
    await tiny.close()
    expect(await gateway({}).signOutUrl()).toBeUndefined()
  })
})

describe('readProfile', () => {
  it('returns the profile for a valid access token and undefined for an expired one', async () => {
    tiny.answers.set('/userinfo', () => ({
      body: { sub: 'auth0|somebody', email: 'a@example.com', email_verified: true },
    }))
    expect(await provider.readProfile('auth0|somebody', 'x')).toMatchObject({ isEmailVerified: true })
    tiny.answers.set('/userinfo', () => ({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }))
    expect(await provider.readProfile('auth0|somebody', 'x')).toBeUndefined()
  })

  it.each<[string, TinyAnswer]>([
    ['answers 500', { status: 500 }],
    ['is unresponsive', { isSilent: true }],
  ])('fails as unavailable when the provider %s', async (_, answer) => {
    adaptTimeout(answer)
    tiny.answers.set('/userinfo', () => answer)
    expect(await failureOf(provider.readProfile('auth0|somebody', 'x'))).toBe('unavailable')
  })
})
