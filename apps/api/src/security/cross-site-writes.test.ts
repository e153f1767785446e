/** Only the portal's pages can write with a user's cookies: no call forgets the check. See docs/product/sessions.md#cross-site-protection. */
import { calls } from '@portal/contract/calls'
import { acceptsInstanceToken } from '@portal/contract/endpoint'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { workspaceMembers } from '../features/members/member-table.ts'
import { sessions } from '../features/sessions/session-table.ts'
import { authTokens } from '../features/tokens/token-table.ts'
import { workspaces } from '../features/workspaces/workspace-table.ts'
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

it.each<[string, Record<string, string>]>([
  ['from another site', { origin: 'https://portal.evil' }],
  ['without an XSRF token', { 'x-xsrf-token': '' }],
])('every write with a session cookie is refused %s', async (_, headers) => {
  const before = await rows()
  for (const person of [scene.owner, scene.staff])
    for (const call of writes) {
      const response = await callAt(test, scene, call, { as: person, person, headers })
      const { error, type } = response.json()
      // The cookies of another origin are ignored where the web app of an instance may call.
      const isIgnored = acceptsInstanceToken(call) && headers.origin !== undefined
      const expected = isIgnored ? '401 NotSignedIn' : '403 CrossSiteRequest'
      expect.soft(`${response.statusCode} ${type ?? error.type}`, call.name).toBe(expected)
    }
  expect(await rows()).toEqual(before)
  expect(test.jobs.sent).toEqual([])
})

it('a read changes nothing when it is sent with a method override', async () => {
  const before = await rows()
  for (const call of writes) {
    const headers: Record<string, string> = { cookie: `portal_session=${scene.owner.session}` }
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      headers[name] = call.method
    const response = await test.app.inject({ url: `${scene.path(call)}?_method=${call.method}`, headers })
    // The path may have a read, which may succeed. Otherwise the method isn't allowed.
    expect.soft([200, 403, 404, 405], call.name).toContain(response.statusCode)
  }
  expect(await rows()).toEqual(before)
})

it('no response to a read with cookies is readable by a page of another site', async () => {
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    const headers = { origin: 'https://portal.evil' }
    const response = await callAt(test, scene, call, { as: scene.owner, headers })
    const isPublic = call.access.credentials.length === 0
    if (acceptsInstanceToken(call)) expect.soft(response.statusCode, call.name).toBe(isPublic ? 200 : 401)
    else expect.soft(response.headers['access-control-allow-origin'], call.name).toBeUndefined()
    expect.soft(String(response.headers.vary).toLowerCase(), call.name).toContain('origin')
  }
})
