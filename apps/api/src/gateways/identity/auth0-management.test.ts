/** Auth0's management API, over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTinyProvider, type TinyAnswer, type TinyProvider } from '../../testing/tiny-provider.ts'
import { Auth0Management } from './auth0-management.ts'
import { IdentityRefusedError, IdentityUnavailableError, SignInError } from './identity.ts'

let tiny: TinyProvider
let management: Auth0Management
const subject = 'auth0|some/body'
const userPath = '/api/v2/users/auth0%7Csome%2Fbody'
const jobPath = '/api/v2/jobs/verification-email'

beforeEach(async () => {
  tiny = await startTinyProvider()
  management = new Auth0Management(readConfig({ OIDC_ISSUER: tiny.issuer }))
  tiny.answers.set('/oauth/token', () => ({ body: { access_token: 'management-token', expires_in: 86_400 } }))
  tiny.answers.set(userPath, () => ({
    body: { user_id: subject, email: 'a@example.com', email_verified: true },
  }))
  tiny.answers.set(jobPath, () => ({ status: 201, body: { status: 'pending' } }))
})
afterEach(() => tiny.close())

const askedFor = (path: string) => tiny.asked.filter((asked) => asked.path === path)

it('readProfile reads a user with a cached management token', async () => {
  expect(await management.readProfile(subject)).toMatchObject({
    subject,
    email: 'a@example.com',
    isEmailVerified: true,
  })
  await management.readProfile(subject)
  expect(askedFor('/oauth/token')).toHaveLength(1)
  expect(askedFor('/oauth/token')[0]?.body).toEqual({
    grant_type: 'client_credentials',
    client_id: 'portal-management',
    client_secret: 'portal-management-secret',
    audience: `${tiny.issuer}api/v2/`,
  })
  expect(askedFor(userPath).map(({ headers }) => headers.authorization)).toEqual([
    'Bearer management-token',
    'Bearer management-token',
  ])
})

it('readProfile requests a new management token when the cached one is about to expire', async () => {
  tiny.answers.set('/oauth/token', () => ({ body: { access_token: 'short', expires_in: 30 } }))
  await management.readProfile(subject)
  await management.readProfile(subject)
  expect(askedFor('/oauth/token')).toHaveLength(2)
})

it('readProfile requests a new management token after a 401', async () => {
  await management.readProfile(subject)
  const answer = tiny.answers.get(userPath)
  tiny.answers.set(userPath, () => ({ status: 401 }))
  await expect(management.readProfile(subject)).rejects.toThrow(IdentityUnavailableError)
  if (answer) tiny.answers.set(userPath, answer)
  expect(await management.readProfile(subject)).toBeDefined()
  expect(askedFor('/oauth/token')).toHaveLength(2)
})

it('readProfile returns undefined for a user deleted at the provider', async () => {
  tiny.answers.set(userPath, () => ({ status: 404 }))
  expect(await management.readProfile(subject)).toBeUndefined()
})

it('readProfile throws SignInError for a user without an email address', async () => {
  tiny.answers.set(userPath, () => ({ body: { user_id: subject } }))
  await expect(management.readProfile(subject)).rejects.toThrow(SignInError)
})

it("resendVerification requests the mail for the user with the portal's client id", async () => {
  await management.resendVerification(subject)
  expect(askedFor(jobPath)[0]?.body).toEqual({ user_id: subject, client_id: 'portal' })
})

it('uses AUTH0_MANAGEMENT_URL behind a custom domain, and names that domain for the links of the mail', async () => {
  management = new Auth0Management(
    readConfig({ OIDC_ISSUER: 'https://login.example.com/', AUTH0_MANAGEMENT_URL: tiny.issuer }),
  )
  await management.resendVerification(subject)
  expect(askedFor('/oauth/token')[0]?.body).toMatchObject({ audience: `${tiny.issuer}api/v2/` })
  expect(askedFor(jobPath)[0]?.headers['auth0-custom-domain']).toBe('login.example.com')
})

describe.each<[string, TinyAnswer]>([
  ['answers 500', { status: 500 }],
  ['answers 429', { status: 429 }],
  ['answers 403', { status: 403 }],
  ['does not answer with JSON', { text: 'hello' }],
  ['is unresponsive', { isSilent: true }],
])('the management API, when the provider %s,', (_, answer) => {
  it.each(['/oauth/token', userPath, jobPath])('counts as unavailable at %s', async (path) => {
    tiny.answers.set(path, () => answer)
    if (answer.isSilent) management = new Auth0Management(readConfig({ OIDC_ISSUER: tiny.issuer }), 300)
    const work = path === jobPath ? management.resendVerification(subject) : management.readProfile(subject)
    const failure = await work.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(IdentityUnavailableError)
    expect(String(failure)).not.toContain('management-token')
  })
})

describe.each([400, 404, 409])('the management API, when the provider answers %d,', (status) => {
  it('refuses the verification mail, because a retry would fail too', async () => {
    tiny.answers.set(jobPath, () => ({ status }))
    const failure = await management.resendVerification(subject).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(IdentityRefusedError)
    expect(String(failure)).toContain(`answered ${status}`)
  })

  it('counts as unavailable at /oauth/token, because it refuses our credentials', async () => {
    tiny.answers.set('/oauth/token', () => ({ status }))
    await expect(management.readProfile(subject)).rejects.toThrow(IdentityUnavailableError)
  })
})

it('the management API counts as unavailable when the provider refuses connections', async () => {
  await tiny.close()
  await expect(management.readProfile(subject)).rejects.toThrow(IdentityUnavailableError)
})

it('the management API does not follow redirects', async () => {
  tiny.answers.set(userPath, () => ({ status: 307, headers: { location: '/elsewhere' } }))
  tiny.answers.set('/elsewhere', () => ({
    body: { user_id: subject, email: 'a@example.com', email_verified: true },
  }))
  await expect(management.readProfile(subject)).rejects.toThrow(IdentityUnavailableError)
  expect(askedFor('/elsewhere')).toEqual([])
})
