/**
 * The requests of a workspace instance's web app. It runs in the browser on the instance's own origin, and its HTTP client sends
 * every request with the browser's cookies and the instance token as Bearer.
 */
import { calls } from '@portal/contract/calls'
import { acceptsInstanceToken, type Endpoint, pathOf } from '@portal/contract/endpoint'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { useTestApp } from '../testing/build-test-app.ts'
import { forgeToken, issueToken } from '../testing/issue-token.ts'
import { makeTeam, type Team } from '../testing/make-team.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })
const origin = 'https://app.instance.example'
let team: Team
let token: string
beforeEach(async () => {
  team = await makeTeam(test)
  token = await instanceToken()
})

async function instanceToken() {
  const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id, kind: 'instance' } as const
  return (await issueToken(test, facts)).token
}

type Headers = Record<string, string>
const bearer = (value: string): Headers => ({ authorization: `Bearer ${value}` })

/** The headers of the HTTP client, and those that the browser adds. */
const ofBrowser = (headers: Headers): Headers => ({
  origin,
  referer: `${origin}/`,
  accept: 'application/json, text/plain, */*',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'empty',
  ...headers,
})

async function request(method: Endpoint['method'] | 'OPTIONS', url: string, headers: Headers, body?: object) {
  const response = await test.app.inject({
    method,
    url,
    headers: ofBrowser(headers),
    ...(body ? { payload: body } : {}),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? undefined : (response.json() as unknown),
  }
}
type Answer = Awaited<ReturnType<typeof request>>

const preflight = (method: string, url: string, names: string, from = origin) =>
  request('OPTIONS', url, {
    origin: from,
    'access-control-request-method': method,
    'access-control-request-headers': names,
  })

/** Whether a page on the origin can read the answer to a request with credentials. */
const isReadable = ({ headers }: Answer) =>
  headers['access-control-allow-origin'] === origin && headers['access-control-allow-credentials'] === 'true'

const variesByOrigin = ({ headers }: Answer) => String(headers.vary).toLowerCase().includes('origin')

/** The cookies of a browser in which the user is also signed in to the portal. */
const cookiesOfPortal = (): Headers => ({
  cookie: `portal_session=${team.owner.session}; si-auth=${token}; XSRF-TOKEN=nothing`,
})

const callsOfInstances = calls.filter(acceptsInstanceToken)
const urlOf = (call: Endpoint) =>
  pathOf(call, { userId: team.editor.user.id, workspaceId: team.workspace.id })

describe("an instance's web app, on its own origin", () => {
  it('fills its list of workspaces', async () => {
    const { status } = await preflight('GET', '/workspaces', 'authorization')
    expect(status).toBe(204)
    const list = await request('GET', '/workspaces', bearer(token))
    expect(list.status).toBe(200)
    expect(isReadable(list)).toBe(true)
    const { id, displayName, instanceUrl } = team.workspace
    expect(list.body).toMatchObject([{ id, displayName, instanceUrl, role: 'EDITOR' }])
  })

  it('reads that there is no first-time dialog to show, and dismisses it', async () => {
    const { id } = team.editor.user
    const asked = await request('GET', `/users/${id}/firstTimeModal`, bearer(token))
    const dismissed = await request('POST', `/users/${id}/dismissFirstTimeModal`, bearer(token), {})
    for (const answer of [asked, dismissed]) {
      expect(answer).toMatchObject({ status: 200, body: { firstTimeModal: false } })
      expect(isReadable(answer)).toBe(true)
    }
  })

  it('dismisses the first-time dialog of its own user only', async () => {
    const url = `/users/${team.owner.user.id}/dismissFirstTimeModal`
    expect((await request('POST', url, bearer(token), {})).status).toBe(404)
  })

  it('signs out with an empty body, may read that it succeeded, and then that the token has ended', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '0', ...bearer(token) }
    const first = await request('POST', '/session/logout', headers)
    expect(first.status).toBe(204)
    expect(isReadable(first)).toBe(true)
    const second = await request('POST', '/session/logout', headers)
    expect(second).toMatchObject({ status: 401, body: { kind: 'AuthTokenRevoked' } })
    expect(isReadable(second)).toBe(true)
  })

  it('signs out by the kind of the refusal when its token has ended, with the type as before', async () => {
    const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id, kind: 'instance' } as const
    const past = new Date(Date.now() - 60_000)
    const { token: revoked } = await issueToken(test, { ...facts, revokedAt: past })
    const { token: expired } = await issueToken(test, { ...facts, expiresAt: past })
    const forged = await forgeToken(test, facts)
    for (const [bad, kind, type] of [
      [revoked, 'AuthTokenRevoked', 'TokenRevoked'],
      [expired, 'AuthTokenInvalid', 'TokenExpired'],
      [forged, 'AuthTokenCorrupt', 'NotSignedIn'],
      ['nonsense', 'AuthTokenCorrupt', 'NotSignedIn'],
    ] as const)
      for (const url of ['/workspaces', '/']) {
        const answer = await request('GET', url, bearer(bad))
        expect.soft(answer, `${url} ${type}`).toMatchObject({ status: 401, body: { kind, error: { type } } })
      }
    const withoutToken = await request('GET', '/workspaces', {})
    expect(withoutToken.body).toMatchObject({ kind: 'NotSignedIn' })
  })

  it('may make every call that its token allows, with its headers, from any origin but "null"', async () => {
    const names = 'authorization,content-type,x-si-request-ulid,request-ulid,traceparent,tracestate'
    expect(callsOfInstances.length).toBeGreaterThan(7)
    for (const call of callsOfInstances) {
      const allowed = await preflight(call.method, urlOf(call), names)
      expect.soft(allowed.status, call.name).toBe(204)
      expect.soft(isReadable(allowed), call.name).toBe(true)
      expect.soft(String(allowed.headers['access-control-allow-methods']), call.name).toContain(call.method)
      const headers = String(allowed.headers['access-control-allow-headers']).split(', ')
      expect.soft(headers, call.name).toEqual(expect.arrayContaining(names.split(',')))
      for (const from of ['null', '', 'https://app.instance.example/', 'HTTPS://app.instance.example']) {
        const refused = await preflight(call.method, urlOf(call), names, from)
        expect
          .soft(refused.headers, `${call.name} from ${from}`)
          .not.toHaveProperty('access-control-allow-origin')
      }
    }
  })

  it('may read errors: a bad token, a workspace that does not exist, invalid input', async () => {
    for (const [url, headers, status] of [
      ['/workspaces', bearer('nonsense'), 401],
      ['/', bearer('nonsense'), 401],
      ['/workspaces/01JBW5ZZZZZZZZZZZZZZZZZZZZ', bearer(token), 404],
      ['/workspaces?limit=x', bearer(token), 400],
    ] as const) {
      const answer = await request('GET', url, headers)
      expect.soft(answer.status, url).toBe(status)
      expect.soft(isReadable(answer), url).toBe(true)
    }
  })

  it('gets "Vary: Origin" with every answer of these calls, also without an Origin', async () => {
    for (const call of callsOfInstances) {
      const answers = [
        await preflight(call.method, urlOf(call), 'authorization'),
        await request('GET', urlOf(call), {}),
        await request('GET', urlOf(call), { origin: test.config.PORTAL_URL }),
      ]
      for (const answer of answers) expect.soft(variesByOrigin(answer), call.name).toBe(true)
      const plain = await test.app.inject({ method: call.method, url: urlOf(call) })
      expect.soft(String(plain.headers.vary).toLowerCase(), call.name).toContain('origin')
    }
  })
})

describe('a page of another origin in a browser that is signed in to the portal', () => {
  it('reads nothing with the cookies of the portal, and gets none', async () => {
    for (const call of callsOfInstances) {
      const answer = await request(call.method, urlOf(call), cookiesOfPortal())
      const isPublic = call.access.credentials.length === 0
      expect.soft(answer.status, call.name).toBe(isPublic ? 200 : 401)
      expect.soft(answer.headers, call.name).not.toHaveProperty('set-cookie')
    }
    const withoutOrigin = await test.app.inject({ url: '/whoami', headers: cookiesOfPortal() })
    expect(withoutOrigin.statusCode).toBe(200)
  })

  it('acts with its own token only, never as the user who is signed in to the portal', async () => {
    const { body, headers } = await request('GET', '/whoami', { ...cookiesOfPortal(), ...bearer(token) })
    expect(z.object({ user: z.object({ id: z.string() }) }).parse(body).user.id).toBe(team.editor.user.id)
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it('cannot sign the user out of the portal, with or without a token', async () => {
    const withCookie = await request('POST', '/session/logout', cookiesOfPortal())
    const withToken = await request('POST', '/session/logout', { ...cookiesOfPortal(), ...bearer(token) })
    expect([withCookie.status, withToken.status]).toEqual([401, 204])
    expect(withToken.headers).not.toHaveProperty('set-cookie')
    const portal = { cookie: `portal_session=${team.owner.session}` }
    expect((await test.app.inject({ url: '/whoami', headers: portal })).statusCode).toBe(200)
  })

  it('may neither call nor read anything else, even with a token', async () => {
    const { workspaceId } = team.params
    for (const [method, url] of [
      ['GET', '/workspaces/deleted'],
      ['POST', '/workspaces/new'],
      ['PATCH', `/workspaces/${workspaceId}`],
      ['DELETE', `/workspaces/${workspaceId}`],
      ['POST', `/workspaces/${workspaceId}/authTokens`],
      ['POST', `/workspace/${workspaceId}/members`],
      ['POST', '/auth/introspect'],
      ['POST', '/complete-auth-connect'],
      ['GET', '/nothing'],
    ] as const) {
      const announced = await preflight(method, url, 'authorization,content-type')
      const sent = await request(method, url, { ...cookiesOfPortal(), ...bearer(token) }, {})
      for (const { headers } of [announced, sent])
        expect.soft(headers, `${method} ${url}`).not.toHaveProperty('access-control-allow-origin')
      expect.soft(sent.status, `${method} ${url}`).toBeGreaterThanOrEqual(400)
    }
  })
})
