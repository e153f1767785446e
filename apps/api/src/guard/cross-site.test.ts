/** Cookie-authenticated writes are accepted only from the portal. See docs/product/sessions.md#cross-site-protection. */
import { account } from '@portal/contract/account/account'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import type { Endpoint } from '@portal/contract/endpoint'
import { legal } from '@portal/contract/legal/legal'
import { members } from '@portal/contract/members/members'
import { sessions } from '@portal/contract/sessions/sessions'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { xsrfTokenOf } from '../crypto/secrets.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { issueToken } from '../testing/issue-token.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'

const test = useTestApp()

type Headers = Record<string, string | undefined>

/** Saves the profile with changed headers. An undefined header is left out. */
async function save(
  session: string,
  userId: string,
  changes: Headers,
  payload: string | object = { lastName: 'New' },
) {
  const headers = Object.entries({ ...test.headersOf({ session }), ...changes }).filter(
    ([, value]) => value !== undefined,
  )
  const response = await test.app.inject({
    method: 'PATCH',
    url: `/users/${userId}`,
    headers: Object.fromEntries(headers) as Record<string, string>,
    payload,
  })
  return { status: response.statusCode, type: response.json().error?.type as string | undefined }
}

const refused = { status: 403, type: 'CrossSiteRequest' }

describe('a write with the session cookie', () => {
  it.each<[string, string | undefined]>([
    ['no Origin', undefined],
    ['an opaque Origin', 'null'],
    ['another site as Origin', 'https://evil.example'],
    ['another port in the Origin', 'http://localhost:9002'],
    ['the API as Origin', 'http://localhost:9001'],
    ['another scheme in the Origin', 'https://localhost:9000'],
    ['a longer port in the Origin', 'http://localhost:90000'],
    ["the portal's origin as a prefix of the Origin", 'http://localhost:9000.evil.example'],
    ["the portal's origin as a suffix of the Origin", 'http://evil-localhost:9000'],
    ["the portal's origin as a user of the Origin", 'http://localhost:9000@evil.example'],
    ['a sibling host as Origin', 'http://marketing.localhost:9000'],
    ['a trailing slash in the Origin', 'http://localhost:9000/'],
    ['an upper-case Origin', 'HTTP://LOCALHOST:9000'],
    ['several Origins', 'http://localhost:9000, https://evil.example'],
    ['an empty Origin', ''],
  ])('is refused with %s', async (_, origin) => {
    const { user, session } = await makeSignedIn(test)
    expect(await save(session, user.id, { origin })).toEqual(refused)
  })

  it('is refused with a missing or wrong XSRF token', async () => {
    const { user, session } = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const own = xsrfTokenOf(session)
    for (const token of [
      undefined,
      '',
      'x',
      session,
      xsrfTokenOf(other.session),
      own.slice(1),
      `${own}, ${own}`,
    ])
      expect(await save(session, user.id, { 'x-xsrf-token': token })).toEqual(refused)
  })

  it('is refused when the XSRF token is only in its cookie', async () => {
    const { user, session } = await makeSignedIn(test)
    const cookie = `portal_session=${session}; XSRF-TOKEN=${xsrfTokenOf(session)}`
    expect(await save(session, user.id, { cookie, 'x-xsrf-token': undefined })).toEqual(refused)
  })

  it('is refused without an Origin, whatever other headers name the portal', async () => {
    const { user, session } = await makeSignedIn(test)
    const others = { origin: undefined, referer: 'http://localhost:9000/', 'sec-fetch-site': 'same-origin' }
    expect(await save(session, user.id, others)).toEqual(refused)
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'lastName=New'],
    ['a form with a charset', 'Application/X-WWW-Form-Urlencoded; charset=utf-8', 'lastName=New'],
    ['plain text', 'text/plain', '{"lastName":"New"}'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['no content type', undefined, '{"lastName":"New"}'],
  ])('is refused when the body has %s', async (_, type, payload) => {
    const { user, session } = await makeSignedIn(test)
    expect(await save(session, user.id, { 'content-type': type }, payload)).toEqual({
      status: 415,
      type: 'UnsupportedMediaType',
    })
  })

  it('is accepted from the portal with JSON and the XSRF token', async () => {
    const { user, session } = await makeSignedIn(test)
    expect(await save(session, user.id, {})).toEqual({ status: 200, type: undefined })
  })

  it('is refused from another site for sign-out, which leaves the session active', async () => {
    const { session } = await makeSignedIn(test)
    const headers = { origin: 'https://evil.example' }
    // The cookie is ignored, because an instance may sign out from its own origin with its token.
    expect((await test.send(sessions.end, {}, { session, headers })).errorType).toBe('NotSignedIn')
    expect((await test.send(account.whoami, {}, { session })).status).toBe(200)
  })
})

describe('a write by a page that was loaded for another account', () => {
  it('is refused with a sentence and changes nothing', async () => {
    const { session } = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const headers = { 'x-account-id': other.user.id }
    const created = await test.send(
      workspaces.create,
      { body: { displayName: 'Mine', instanceUrl: 'http://localhost:8080' } },
      { session, headers },
    )
    expect(created).toMatchObject({
      status: 409,
      error: {
        type: 'AccountChanged',
        message: 'Nothing was changed, because this browser is now signed in with another account.',
      },
    })
    expect((await test.send(workspaces.list, {}, { session })).body).toEqual([])
  })

  it.each<[string, Endpoint, object]>([
    ['approving a command line', cliSignIns.approveLocal, { body: { port: 4_000 } }],
    ['accepting the terms', legal.agree, { body: { tosVersionId: '2024-09-25' } }],
    ['inviting a member', members.invite, { params: { workspaceId: 'W' }, body: { email: 'a@example.com' } }],
    ['signing out', sessions.end, {}],
  ])('is refused for %s', async (_, call, input) => {
    const { session } = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const reply = await test.send(call, input, { session, headers: { 'x-account-id': other.user.id } })
    expect(reply.errorType).toBe('AccountChanged')
  })

  it('is accepted for the account that is signed in, and without the header', async () => {
    const { user, session } = await makeSignedIn(test)
    for (const account of [user.id, undefined])
      expect(await save(session, user.id, { 'x-account-id': account })).toMatchObject({ status: 200 })
  })
})

it('a write with a Bearer token needs neither Origin nor XSRF token', async () => {
  const { user } = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, user)
  const { token } = await issueToken(test, { userId: user.id, workspaceId: workspace.id, kind: 'instance' })
  const reply = await test.send(
    sessions.end,
    {},
    { bearer: token, headers: { origin: 'https://instance.example' } },
  )
  expect(reply.status).toBe(204)
})

it("GET /whoami sends the session's XSRF token as a cookie and as a header, both readable by the portal", async () => {
  const { session } = await makeSignedIn(test)
  const reply = await test.send(account.whoami, {}, { session })
  const cookie = reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')
  expect(cookie).toMatchObject({ value: xsrfTokenOf(session), path: '/', sameSite: 'Lax' })
  expect(cookie?.httpOnly).toBeUndefined()
  expect(cookie?.domain).toBeUndefined()
  // Another application on the same host may overwrite the cookie.
  expect(reply.headers['x-xsrf-token']).toBe(xsrfTokenOf(session))
  expect(String(reply.headers['access-control-expose-headers']).toLowerCase()).toContain('x-xsrf-token')
})

describe('CORS', () => {
  const requestHeaders = [
    'content-type',
    'x-xsrf-token',
    'x-account-id',
    'request-ulid',
    'x-si-request-ulid',
    'traceparent',
    'tracestate',
  ]
  const preflight = (origin: string, method = 'PATCH') =>
    test.app.inject({
      method: 'OPTIONS',
      url: '/users/someone',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': requestHeaders.join(','),
      },
    })

  it('lets the portal send requests with credentials', async () => {
    const answer = await preflight('http://localhost:9000')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:9000')
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
    expect(answer.headers['access-control-allow-methods']).toMatch(/PATCH.*DELETE/)
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase()
    expect(allowed.split(', ')).toEqual(expect.arrayContaining(requestHeaders))
    const { session } = await makeSignedIn(test)
    const reply = await test.send(account.whoami, {}, { session })
    expect(reply.headers['access-control-allow-origin']).toBe('http://localhost:9000')
    expect(reply.headers['access-control-allow-credentials']).toBe('true')
    expect(String(reply.headers.vary).toLowerCase()).toContain('origin')
  })

  it.each([
    'https://evil.example',
    'http://localhost:9002',
    'http://localhost:8080',
    'null',
    'http://localhost:9000.evil.example',
  ])('sends no CORS headers to the origin %s for calls that only the portal makes', async (origin) => {
    const { session } = await makeSignedIn(test)
    const read = await test.send(workspaces.listDeleted, {}, { session, headers: { origin } })
    for (const { headers } of [await preflight(origin), read]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('sends no CORS headers to a request without an Origin', async () => {
    const { headers } = await test.app.inject({ url: '/health/live' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('lets the portal sign out with its session cookie', async () => {
    const { headers } = await test.app.inject({
      method: 'OPTIONS',
      url: '/session/logout',
      headers: {
        origin: 'http://localhost:9000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-xsrf-token,request-ulid',
      },
    })
    const { session } = await makeSignedIn(test)
    const reply = await test.send(sessions.end, {}, { session })
    expect(reply.status).toBe(204)
    for (const answered of [headers, reply.headers]) {
      expect(answered['access-control-allow-origin']).toBe('http://localhost:9000')
      expect(answered['access-control-allow-credentials']).toBe('true')
    }
  })

  it('ignores the cookies of another origin for a sign-out, which leaves the session active', async () => {
    const { session } = await makeSignedIn(test)
    const origin = 'https://evil.example'
    const withCookie = await test.send(sessions.end, {}, { session, headers: { origin } })
    expect(withCookie).toMatchObject({ status: 401, cookies: [] })
    expect((await test.send(account.whoami, {}, { session })).status).toBe(200)
  })

  it('lets the portal read error responses', async () => {
    const reply = await test.send(account.whoami, {}, { headers: { origin: 'http://localhost:9000' } })
    expect(reply.status).toBe(401)
    expect(reply.headers['access-control-allow-origin']).toBe('http://localhost:9000')
  })
})
