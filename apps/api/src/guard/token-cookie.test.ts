/** The `si-auth` cookie, in which the platform's Rust client sends its token. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { acceptsTokenCookie, type Endpoint } from '@portal/contract/endpoint'
import { service } from '@portal/contract/service/service'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { forgeToken, issueToken } from '../testing/issue-token.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const cookie = (token: string) => ({ cookie: `si-auth=${token}` })

async function whoami(headers: Record<string, string>) {
  const { status, body, errorType } = await test.send(account.whoami, {}, { headers })
  return status === 200 ? body.user.id : `${status} ${errorType}`
}

async function outcome(call: Endpoint, headers: Record<string, string>) {
  const response = await callAt(test, scene, call, { headers })
  if (response.statusCode === 302) return `302 ${response.headers.location}`
  if (response.statusCode < 400) return '200'
  const { error, type } = response.json()
  return `${response.statusCode} ${type ?? error.type}`
}

describe('a token in the si-auth cookie', () => {
  it.each([['api'], ['instance']] as const)(
    'allows an %s token the same reads as a Bearer token',
    async (kind) => {
      const { token } = kind === 'api' ? scene.apiToken : scene.instanceToken
      const reads = calls.filter((call) => acceptsTokenCookie(call) && call.access.credentials.includes(kind))
      expect(reads.length).toBeGreaterThan(3)
      for (const call of reads) {
        const asBearer = await outcome(call, { authorization: `Bearer ${token}` })
        expect.soft(await outcome(call, cookie(token)), call.name).toBe(asBearer)
      }
    },
  )

  it('never authorizes a write, a browser navigation or a call that accepts only a session', async () => {
    const closed = calls.filter((call) => call.access.credentials.length > 0 && !acceptsTokenCookie(call))
    expect(closed.some(({ name }) => name === 'sessions.end')).toBe(true)
    expect(closed.some(({ name }) => name === 'workspaces.go')).toBe(true)
    for (const { token } of [scene.apiToken, scene.instanceToken])
      for (const call of closed) {
        const result = await outcome(call, cookie(token))
        expect.soft(result, call.name).toMatch(/^(401 NotSignedIn|302 http:\/\/localhost:9000\/)/)
        expect.soft(result, call.name).not.toContain('code=')
      }
  })

  it('is refused when it is expired, revoked, forged, malformed or too long', async () => {
    const facts = { userId: scene.owner.user.id, workspaceId: scene.workspace.id, kind: 'api' } as const
    const past = new Date(Date.now() - 60_000)
    const expired = await issueToken(test, { ...facts, expiresAt: past })
    const revoked = await issueToken(test, { ...facts, revokedAt: past })
    expect(await whoami(cookie(expired.token))).toBe('401 TokenExpired')
    expect(await whoami(cookie(revoked.token))).toBe('401 TokenRevoked')
    for (const wrong of [await forgeToken(test, facts), 'nonsense', scene.owner.session, 'a'.repeat(9_000)])
      expect(await whoami(cookie(wrong))).toBe('401 NotSignedIn')
  })

  it('is ignored if there is a Bearer token, even an invalid one', async () => {
    const { editor, workspace, apiToken } = scene
    const facts = { userId: editor.user.id, workspaceId: workspace.id, kind: 'api' } as const
    const { token } = await issueToken(test, facts)
    const headers = cookie(apiToken.token)
    expect(await whoami({ ...headers, authorization: `Bearer ${token}` })).toBe(editor.user.id)
    expect(await whoami({ ...headers, authorization: 'Bearer nonsense' })).toBe('401 NotSignedIn')
  })

  it('is ignored if there is a portal session, even an expired one', async () => {
    const { stranger, apiToken } = scene
    const both = (session: string) => ({ cookie: `si-auth=${apiToken.token}; portal_session=${session}` })
    expect(await whoami(both(stranger.session))).toBe(stranger.user.id)
    expect(await whoami(both('A'.repeat(43)))).toBe('401 NotSignedIn')
  })

  it('is ignored in requests from the portal, so that a planted cookie cannot switch the account', async () => {
    const headers = { ...cookie(scene.apiToken.token), origin: test.config.PORTAL_URL }
    expect(await whoami(headers)).toBe('401 NotSignedIn')
  })

  it('is ignored in requests of every other origin, whose pages could read the response', async () => {
    for (const origin of ['https://instance.example', 'http://localhost:8080', 'null', 'nonsense']) {
      const headers = { ...cookie(scene.apiToken.token), origin }
      const reply = await test.send(workspaces.list, {}, { headers })
      expect.soft(reply, origin).toMatchObject({ status: 401, errorType: 'NotSignedIn' })
    }
  })

  it('is ignored by public calls', async () => {
    for (const call of [service.root, service.live])
      expect((await test.send(call, {}, { headers: cookie('nonsense') })).status).toBe(200)
  })
})
