/** Signing out, and how sessions expire. */
import { account } from '@portal/contract/account/account'
import { hourMs } from '@portal/contract/durations'
import { handoff } from '@portal/contract/handoff/handoff'
import { sessions } from '@portal/contract/sessions/sessions'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { sessions as sessionTable } from '../sessions/session-table.ts'

const test = useTestApp()

async function withInstanceToken(): Promise<SignedIn & { instance: string; api: string }> {
  const me = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, me.user)
  const facts = { userId: me.user.id, workspaceId: workspace.id }
  const { token: instance } = await issueToken(test, { ...facts, kind: 'instance', sessionId: me.sessionId })
  const { token: api } = await issueToken(test, { ...facts, kind: 'api' })
  return { ...me, instance, api }
}

const logout = (session: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: '/auth/logout', headers: { cookie: `portal_session=${session}`, ...headers } })
const whoami = async (as: { session?: string; bearer?: string }) => {
  const { status, errorType } = await test.send(account.whoami, {}, as)
  return errorType ?? status
}

describe('Signing out', () => {
  it('ends the session and its instance tokens immediately, clears the cookies and redirects to the provider', async () => {
    const me = await withInstanceToken()
    expect(await whoami({ bearer: me.instance })).toBe(200)
    const response = await logout(me.session)
    expect(response.headers.location).toBe('https://identity.example/v2/logout')
    const cleared = response.cookies.filter(({ value }) => value === '').map(({ name }) => name)
    expect(cleared.sort()).toEqual(['XSRF-TOKEN', 'portal_session'])
    expect(await whoami({ session: me.session })).toBe('SessionEnded')
    expect(await whoami({ bearer: me.instance })).toBe('TokenRevoked')
    expect((await test.send(handoff.authReconnect, {}, { bearer: me.instance })).errorType).toBe(
      'TokenRevoked',
    )
    expect(await whoami({ bearer: me.api })).toBe(200)
  })

  it('redirects to the confirmation while the provider is unavailable', async () => {
    const me = await makeSignedIn(test)
    test.identity.isAway = true
    expect((await logout(me.session)).headers.location).toBe('http://localhost:9000/logout-success')
    expect(await whoami({ session: me.session })).toBe('SessionEnded')
  })

  it('works without a session and with one that has ended', async () => {
    const me = await makeSignedIn(test, {}, { endedAt: new Date() })
    for (const session of ['', 'nonsense', me.session]) expect((await logout(session)).statusCode).toBe(302)
    const back = await test.app.inject({ url: '/auth/logout-callback' })
    expect(back.headers.location).toBe('http://localhost:9000/logout-success')
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['an image', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' }],
  ])('is ignored when requested by %s', async (_, headers) => {
    const me = await makeSignedIn(test)
    const response = await logout(me.session, headers)
    expect(response.headers.location).toBe('http://localhost:9000/')
    expect(response.cookies).toEqual([])
    expect(await whoami({ session: me.session })).toBe(200)
  })

  it.each<[string, 'GET' | 'HEAD', number, Record<string, string>]>([
    ['HEAD', 'HEAD', 405, {}],
    ['a prefetch', 'GET', 503, { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document' }],
    ['a prerendering', 'GET', 503, { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-dest': 'document' }],
    ['a prefetch of an older browser', 'GET', 503, { purpose: 'prefetch' }],
  ])('does not end the session on %s', async (_, method, status, headers) => {
    const me = await makeSignedIn(test)
    const response = await test.app.inject({
      method,
      url: '/auth/logout',
      headers: { cookie: `portal_session=${me.session}`, ...headers },
    })
    expect(response.statusCode).toBe(status)
    expect(response.cookies).toEqual([])
    expect(await whoami({ session: me.session })).toBe(200)
  })

  it('works from the portal and from the address bar', async () => {
    for (const site of ['same-site', 'same-origin', 'none']) {
      const me = await makeSignedIn(test)
      await logout(me.session, { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' })
      expect(await whoami({ session: me.session })).toBe('SessionEnded')
    }
  })

  it('also works with POST, for the session with its instance tokens or for a single instance token', async () => {
    const me = await withInstanceToken()
    const other = await withInstanceToken()
    const bySession = await test.send(sessions.end, {}, { session: me.session })
    expect(bySession.status).toBe(204)
    expect(bySession.cookies.filter(({ value }) => value === '').map(({ name }) => name)).toContain(
      'portal_session',
    )
    expect(await whoami({ session: me.session })).toBe('SessionEnded')
    expect(await whoami({ bearer: me.instance })).toBe('TokenRevoked')
    expect((await test.send(sessions.end, {}, { bearer: other.instance })).status).toBe(204)
    expect(await whoami({ bearer: other.instance })).toBe('TokenRevoked')
    expect(await whoami({ session: other.session })).toBe(200)
    expect((await test.send(sessions.end, {}, { bearer: other.instance })).errorType).toBe('TokenRevoked')
  })
})

describe('A session', () => {
  it('expires after seven days without use', async () => {
    const me = await makeSignedIn(test)
    test.clockOffsetMs = 167 * hourMs
    expect(await whoami({ session: me.session })).toBe(200)
    await settled(me.sessionId)
    test.clockOffsetMs += 167 * hourMs
    expect(await whoami({ session: me.session })).toBe(200)
    await settled(me.sessionId)
    test.clockOffsetMs += 169 * hourMs
    expect(await whoami({ session: me.session })).toBe('SessionEnded')
  })

  it('expires after thirty days, even with continuous use', async () => {
    const me = await makeSignedIn(test)
    for (let day = 5; day < 30; day += 5) {
      test.clockOffsetMs = day * 24 * hourMs
      expect(await whoami({ session: me.session })).toBe(200)
      await settled(me.sessionId)
    }
    test.clockOffsetMs = 720 * hourMs + 60_000
    expect(await whoami({ session: me.session })).toBe('SessionEnded')
  })

  it('has its last use recorded with a precision of one minute', async () => {
    const me = await makeSignedIn(test, {}, { ipAddress: null })
    await whoami({ session: me.session })
    expect((await rowOf(me.sessionId))?.ipAddress).toBeNull()
    test.clockOffsetMs = 61_000
    await whoami({ session: me.session })
    expect(await settled(me.sessionId)).toMatchObject({ ipAddress: '127.0.0.1' })
  })

  async function rowOf(sessionId: string) {
    const [row] = await test.database.orm.select().from(sessionTable).where(eq(sessionTable.id, sessionId))
    return row
  }

  /** The session's row once its last use has been recorded in the background. */
  async function settled(sessionId: string) {
    await expect
      .poll(async () => Number((await rowOf(sessionId))?.lastSeenAt))
      .toBeGreaterThan(test.now().getTime() - 60_000)
    return rowOf(sessionId)
  }
})
