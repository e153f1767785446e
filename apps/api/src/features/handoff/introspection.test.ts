/** Checking a token with `POST /auth/introspect` (RFC 7662) and with `GET /`. */
import { handoff } from '@portal/contract/handoff/handoff'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { forgeToken, issueToken, type TokenFacts } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()

async function facts(kind: TokenFacts['kind'] = 'api'): Promise<TokenFacts> {
  const owner = await makeSignedIn(test)
  const { user } = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, workspace, user)
  return { userId: user.id, workspaceId: workspace.id, kind }
}

const introspect = (token: string) => test.send(handoff.introspect, { body: { token } })
const root = (authorization: string) => test.app.inject({ url: '/', headers: { authorization } })
const rootOutcome = async (authorization: string) => {
  const response = await root(authorization)
  return response.statusCode === 200 ? 200 : `${response.statusCode} ${response.json().error.type}`
}

describe('Introspection', () => {
  it.each(['api', 'instance'] as const)('returns all claims of a valid %s token', async (kind) => {
    const given = await facts(kind)
    const { id, token } = await issueToken(test, given)
    const reply = await introspect(token)
    expect(reply.body).toEqual({
      active: true,
      sub: given.userId,
      iss: 'http://localhost:9001',
      aud: kind === 'api' ? 'http://localhost:9001' : 'http://localhost:8080',
      jti: id,
      iat: expect.any(Number),
      exp: expect.any(Number),
      token_type: 'Bearer',
      workspaceId: given.workspaceId,
      role: kind === 'api' ? 'automation' : 'web',
    })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('accepts a form body, as RFC 7662 requires', async () => {
    const { token } = await issueToken(test, await facts())
    const ask = (payload: string, type = 'application/x-www-form-urlencoded') =>
      test.app.inject({ method: 'POST', url: '/auth/introspect', headers: { 'content-type': type }, payload })
    expect((await ask(`token=${token}&token_type_hint=access_token`)).json()).toMatchObject({ active: true })
    expect((await ask('token=nonsense')).json()).toEqual({ active: false })
    expect((await ask('')).json().error.type).toBe('ValidationError')
    expect((await ask(`token=${token}&token=x`)).json().error.type).toBe('ValidationError')
    expect((await ask(token, 'text/plain')).statusCode).toBe(415)
  })

  it('returns only { active: false } for an invalid token', async () => {
    const given = await facts()
    const past = new Date(Date.now() - 60_000)
    const bad = [
      'nonsense',
      'a.b.c',
      await forgeToken(test, given),
      (await issueToken(test, { ...given, expiresAt: past })).token,
      (await issueToken(test, { ...given, revokedAt: past })).token,
    ]
    for (const token of bad) {
      const reply = await introspect(token)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ active: false })
    }
  })

  it('reports a token as inactive if its user or workspace is paused, deleted or left', async () => {
    const given = await facts()
    const { token } = await issueToken(test, given)
    const { orm } = test.database
    const at = new Date()
    const isActive = async () => (await introspect(token)).body.active
    for (const [table, column] of [
      [users, 'quarantinedAt'],
      [users, 'suspendedAt'],
      [users, 'deletedAt'],
      [workspaces, 'quarantinedAt'],
      [workspaces, 'deletedAt'],
    ] as const) {
      await orm.update(table).set({ [column]: at })
      expect(await isActive(), column).toBe(false)
      await orm.update(table).set({ [column]: null })
      expect(await isActive(), column).toBe(true)
    }
    await orm.delete(workspaceMembers).where(eq(workspaceMembers.userId, given.userId))
    expect(await isActive()).toBe(false)
  })

  it('returns a ValidationError for a malformed request', async () => {
    for (const token of ['', 'a'.repeat(8_193)])
      expect((await introspect(token)).errorType).toBe('ValidationError')
  })
})

describe('GET /', () => {
  it('is public without a Bearer token, whatever other credentials the request has', async () => {
    expect((await test.app.inject({ url: '/' })).json()).toMatchObject({ name: 'System Initiative auth API' })
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Token x', 'Bearerx y', ''])
      expect(await rootOutcome(authorization)).toBe(200)
    const headers = { cookie: 'portal_session=nonsense' }
    expect((await test.app.inject({ url: '/', headers })).statusCode).toBe(200)
  })

  it('accepts a valid token with the Bearer scheme in any case', async () => {
    const { token } = await issueToken(test, await facts())
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await rootOutcome(`${scheme} ${token}`)).toBe(200)
    expect(await rootOutcome(`Bearer   ${token} `)).toBe(200)
  })

  it('refuses a malformed token instead of ignoring it', async () => {
    const { token } = await issueToken(test, await facts())
    for (const odd of [
      '',
      ' ',
      ` ${token} ${token}`,
      ` ${token},x`,
      ' ü',
      ` ${'a'.repeat(9_000)}`,
      ` "${token}"`,
    ])
      expect(await rootOutcome(`Bearer${odd}`), odd.slice(0, 20)).toBe('401 NotSignedIn')
  })

  it('returns an error type and message that say what is wrong and how to fix it', async () => {
    const given = await facts()
    const past = new Date(Date.now() - 60_000)
    const expired = await issueToken(test, { ...given, expiresAt: past })
    const revoked = await issueToken(test, { ...given, revokedAt: past })
    expect(await rootOutcome(`Bearer ${expired.token}`)).toBe('401 TokenExpired')
    expect(await rootOutcome(`Bearer ${revoked.token}`)).toBe('401 TokenRevoked')
    expect((await root('Bearer x')).headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })
})
