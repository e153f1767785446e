import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSignIn, type IdentityFixture, startIdentityFixture } from './testing/identity-fixture.ts'

let identity: IdentityFixture

beforeAll(async () => {
  identity = await startIdentityFixture()
})
afterAll(() => identity.close())

const ownerPath = `api/v2/users/${encodeURIComponent('auth0|01J0000000000000000000000B')}`

function askForToken(changes: Record<string, string> = {}) {
  return identity.call('oauth/token', 'POST', {
    grant_type: 'client_credentials',
    client_id: 'portal-management',
    client_secret: 'portal-management-secret',
    audience: `${identity.issuer}api/v2/`,
    ...changes,
  })
}

async function managementToken(): Promise<string> {
  const body = (await (await askForToken()).json()) as { access_token: string }
  return body.access_token
}

describe('the management API of the identity stand-in', () => {
  it('issues a token only for the right client secret and audience', async () => {
    expect(await (await askForToken()).json()).toMatchObject({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 86_400,
    })
    expect((await askForToken({ client_secret: 'wrong' })).status).toBe(401)
    expect((await askForToken({ audience: 'https://elsewhere.example/' })).status).toBe(403)
  })

  it("returns a user in Auth0's format", async () => {
    const reply = await identity.call(ownerPath, 'GET', undefined, await managementToken())
    expect(await reply.json()).toMatchObject({
      user_id: 'auth0|01J0000000000000000000000B',
      email: 'owner@example.com',
      email_verified: true,
      name: 'Odile Owens',
      identities: [{ provider: 'auth0', user_id: '01J0000000000000000000000B', isSocial: false }],
    })
  })

  it('returns 401 for a missing or forged token and 404 for an unknown user', async () => {
    const missing = await identity.call(ownerPath)
    expect(missing.status).toBe(401)
    expect(await missing.json()).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
    expect((await identity.call(ownerPath, 'GET', undefined, 'forged')).status).toBe(401)
    const unknown = await identity.call(
      'api/v2/users/auth0%7Cnobody',
      'GET',
      undefined,
      await managementToken(),
    )
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ statusCode: 404, errorCode: 'inexistent_user' })
  })

  it('resends the verification mail', async () => {
    const token = await managementToken()
    const body = { user_id: 'auth0|01J0000000000000000000000B' }
    const reply = await identity.call('api/v2/jobs/verification-email', 'POST', body, token)
    expect(reply.status).toBe(201)
    expect(await reply.json()).toMatchObject({ type: 'verification_email', status: 'pending' })
    await expect.poll(() => identity.messagesTo('owner@example.com')).toHaveLength(1)
  })
})

describe('the accounts API of the identity stand-in', () => {
  it('creates an account, and returns 409 for a second one with the same email and provider', async () => {
    const body = {
      email: 'script@example.com',
      password: 'x',
      emailVerified: true,
      provider: 'google-oauth2',
    }
    const made = await identity.call('api/accounts', 'POST', body)
    expect(made.status).toBe(201)
    const account = (await made.json()) as Record<string, unknown>
    expect(account).toMatchObject({ subject: expect.stringMatching(/^google-oauth2\|/), emailVerified: true })
    expect(account).not.toHaveProperty('passwordHash')

    const twice = await identity.call('api/accounts', 'POST', { ...body, email: 'SCRIPT@example.com' })
    expect(twice.status).toBe(409)
    const other = await identity.call('api/accounts', 'POST', { ...body, provider: 'auth0' })
    expect(other.status).toBe(201)
  })

  it.each([
    {},
    { email: 'no-password@example.com' },
    { email: 'nobody', password: 'x' },
    { email: 'a@example.com', password: 'x', provider: 'myspace' },
    { email: 'a@example.com', password: 'x', emailVerified: 'yes' },
    [],
  ])('returns 400 for %j', async (body) => {
    expect((await identity.call('api/accounts', 'POST', body)).status).toBe(400)
  })
})

describe('a restart of the identity stand-in', () => {
  it('keeps accounts, keys, sessions and tokens', async () => {
    const config = await identity.discover()
    const browser = identity.newBrowser()
    const first = await beginSignIn(config)
    const form = await browser.visit(first.url)
    await first.redeem(await browser.submit(form, { email: 'owner@example.com', password: 'password' }))
    await identity.call('api/accounts', 'POST', { email: 'kept@example.com', password: 'x' })
    const token = await managementToken()

    await identity.restart()

    const second = await beginSignIn(config)
    expect((await second.redeem(await browser.visit(second.url))).claims()?.email).toBe('owner@example.com')
    expect((await identity.call(ownerPath, 'GET', undefined, token)).status).toBe(200)
    const accounts = await (await identity.call('api/accounts')).json()
    expect(accounts).toContainEqual(expect.objectContaining({ email: 'kept@example.com' }))
  })
})

describe('a simulated outage of the identity stand-in', () => {
  it('affects OpenID Connect and the management API, but not the accounts API', async () => {
    const token = await managementToken()
    await identity.call('api/failure', 'PUT', { mode: 'error' })
    expect((await identity.call('.well-known/openid-configuration')).status).toBe(500)
    expect((await identity.call(ownerPath, 'GET', undefined, token)).status).toBe(500)
    expect((await identity.call('api/accounts')).status).toBe(200)

    await identity.call('api/failure', 'PUT', { mode: 'down' })
    await expect(identity.call(ownerPath, 'GET', undefined, token)).rejects.toThrow()

    await identity.call('api/failure', 'PUT', { mode: 'none' })
    expect((await identity.call(ownerPath, 'GET', undefined, token)).status).toBe(200)
  })
})
