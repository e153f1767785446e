/** Only the portal's pages can write with a user's cookies. See docs/product/sessions.md#cross-site-protection. */
import { calls } from '@portal/contract/calls'
import { acceptsInstanceToken } from '@portal/contract/endpoint'
import { signIn } from '@portal/contract/sign-in/sign-in'
import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { xsrfTokenOf } from '../crypto/secrets.ts'
import { users } from '../features/account/user-table.ts'
import { sessions } from '../features/sessions/session-table.ts'
import { authTokens } from '../features/tokens/token-table.ts'
import { workspaceMembers, workspaces } from '../features/workspaces/workspace-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const writes = calls.filter(
  ({ access, method }) => access.credentials.includes('session') && method !== 'GET',
)

/** The rows that a write could change. */
async function rows() {
  const { orm } = test.database
  return {
    users: await orm.select().from(users).orderBy(asc(users.id)),
    workspaces: await orm.select().from(workspaces).orderBy(asc(workspaces.id)),
    members: await orm.select().from(workspaceMembers).orderBy(asc(workspaceMembers.userId)),
    sessions: await orm.select().from(sessions).orderBy(asc(sessions.id)),
    tokens: await orm.select().from(authTokens).orderBy(asc(authTokens.id)),
  }
}

/** Sends every write with the given headers, and expects each to be refused without a change. */
async function expectNoWritePasses(
  headers: (own: Record<string, string>) => Record<string, string | undefined>,
) {
  const before = await rows()
  for (const person of [scene.owner, scene.staff]) {
    const own = test.headersOf(person)
    const given = Object.entries({ ...own, ...headers(own) }).filter(([, value]) => value !== undefined)
    for (const call of writes) {
      const response = await callAt(test, scene, call, {
        person,
        headers: Object.fromEntries(given) as Record<string, string>,
      })
      const { error, type } = response.json()
      // The cookies of another origin are ignored where the web app of an instance may call.
      const { origin } = Object.fromEntries(given)
      const isIgnored =
        acceptsInstanceToken(call) && origin !== undefined && origin !== test.config.PORTAL_URL
      const expected = isIgnored ? '401 NotSignedIn' : '403 CrossSiteRequest'
      expect.soft(`${response.statusCode} ${type ?? error.type}`, call.name).toBe(expected)
    }
  }
  expect(await rows()).toEqual(before)
  expect(test.jobs.sent).toEqual([])
}

describe('every write with a session cookie is refused', () => {
  it('for more than 30 different calls', () => {
    expect(writes.length).toBeGreaterThan(30)
  })

  it.each<[string, string | undefined]>([
    ['without an Origin', undefined],
    ['from an opaque origin, such as a sandboxed frame', 'null'],
    ['from another site', 'https://portal.evil'],
    ['from a sibling host', 'http://marketing.localhost:9000'],
    ['from another port of the same host', 'http://localhost:8080'],
    ['from the API’s own pages', 'http://localhost:9001'],
    ['from the portal by another scheme', 'https://localhost:9000'],
    ['from a host that begins like the portal', 'http://localhost:9000.evil.example'],
    ['from a host that ends like the portal', 'http://evil-localhost:9000'],
    ['from the portal’s name as user of another host', 'http://localhost:9000@evil.example'],
    ['from 127.0.0.1 instead of localhost', 'http://127.0.0.1:9000'],
    ['from the portal and another site', 'http://localhost:9000 https://evil.example'],
  ])('%s', async (_, origin) => {
    await expectNoWritePasses(() => ({ origin }))
  })

  it.each<[string, (session: string) => string | undefined]>([
    ['without an XSRF token', () => undefined],
    ['with an empty XSRF token', () => ''],
    ['with the XSRF token of another user', () => xsrfTokenOf(scene.stranger.session)],
    ['with the session token as XSRF token', (session) => session],
    ['with a truncated XSRF token', (session) => xsrfTokenOf(session).slice(0, -1)],
    ['with the XSRF token twice', (session) => `${xsrfTokenOf(session)}, ${xsrfTokenOf(session)}`],
  ])('%s', async (_, token) => {
    await expectNoWritePasses((own) => ({
      'x-xsrf-token': token(/portal_session=(.*)/.exec(own.cookie ?? '')?.[1] ?? ''),
    }))
  })

  it('with the XSRF token only in the cookie, query or body', async () => {
    const { session } = scene.owner
    const token = xsrfTokenOf(session)
    for (const call of writes) {
      const headers = {
        origin: test.config.PORTAL_URL,
        cookie: `portal_session=${session}; XSRF-TOKEN=${token}`,
      }
      const response = await callAt(test, scene, call, {
        headers,
        query: { _csrf: token, 'X-XSRF-TOKEN': token },
      })
      expect.soft(response.statusCode, call.name).toBe(403)
    }
  })

  it('with a Referer of the portal but no Origin', async () => {
    await expectNoWritePasses(() => ({ origin: undefined, referer: 'http://localhost:9000/workspaces' }))
  })

  it('with Sec-Fetch-Site same-origin but no Origin', async () => {
    await expectNoWritePasses(() => ({ origin: undefined, 'sec-fetch-site': 'same-origin' }))
  })

  it('when a read is sent with a method override', async () => {
    const before = await rows()
    for (const call of writes) {
      const headers: Record<string, string> = { cookie: `portal_session=${scene.owner.session}` }
      for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method'])
        headers[name] = call.method
      const response = await test.app.inject({
        method: 'GET',
        url: `${scene.path(call)}?_method=${call.method}`,
        headers,
      })
      // The path may have a read, which may succeed. Otherwise the method isn't allowed.
      expect.soft([200, 403, 404, 405], call.name).toContain(response.statusCode)
    }
    expect(await rows()).toEqual(before)
  })
})

describe('a page of another site', () => {
  it.each(['image', 'script', 'iframe', 'style', 'empty'])(
    'cannot sign a user out by loading a URL as %s',
    async (destination) => {
      const headers = {
        cookie: `portal_session=${scene.owner.session}`,
        'sec-fetch-site': 'cross-site',
        'sec-fetch-dest': destination,
      }
      await callAt(test, scene, signIn.end, { headers })
      const whoami = await test.app.inject({ url: '/whoami', headers: { cookie: headers.cookie } })
      expect(whoami.statusCode).toBe(200)
    },
  )

  it('cannot read any response across origins, except that its cookies are ignored', async () => {
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      const response = await callAt(test, scene, call, {
        as: scene.owner,
        headers: { origin: 'https://portal.evil' },
      })
      const isPublic = call.access.credentials.length === 0
      if (acceptsInstanceToken(call)) expect.soft(response.statusCode, call.name).toBe(isPublic ? 200 : 401)
      else expect.soft(response.headers['access-control-allow-origin'], call.name).toBeUndefined()
      expect.soft(String(response.headers.vary).toLowerCase(), call.name).toContain('origin')
    }
  })

  it('is not allowed any method by a preflight', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { headers } = await test.app.inject({
        method: 'OPTIONS',
        url: '/workspaces/deleted',
        headers: {
          origin: 'https://portal.evil',
          'access-control-request-method': method,
          'access-control-request-private-network': 'true',
        },
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['access-control-allow-private-network']).toBeUndefined()
    }
  })

  it('cannot embed a response as a resource', async () => {
    const { headers } = await test.app.inject({ url: '/whoami' })
    expect(headers['cross-origin-resource-policy']).toBe('same-site')
  })
})
