import { account } from '@portal/contract/account/account'
import { signIn } from '@portal/contract/sign-in/sign-in'
import { describe, expect, it } from 'vitest'
import { hashOf, xsrfTokenOf } from '../../crypto/secrets.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { allCallers, withoutSession } from '../../testing/outcome-groups.ts'
import { beginSignIn, signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { signInAttempts } from './sign-in-table.ts'

const test = useTestApp()
const subject = 'auth0|somebody'
const problem = (reason: string) => `http://localhost:9000/sign-in-problem?reason=${reason}`

const callback = (query: Record<string, string>, cookie = '') =>
  test.app.inject({ url: '/auth/login-callback', query, headers: { cookie } })
const addIdentity = () => test.identity.add({ subject, email: 'somebody@example.com' })
const sessionCount = async () => (await test.database.orm.select().from(sessions)).length

describe('Starting a sign-in', () => {
  it('sends a new state each time, and the sign-up hint only on request', async () => {
    const first = await beginSignIn(test)
    const second = await beginSignIn(test, { query: '?signup=1' })
    expect(first.state).toHaveLength(43)
    expect(second.state).not.toBe(first.state)
    expect(first.location.searchParams.get('screen_hint')).toBeNull()
    expect(second.location.searchParams.get('screen_hint')).toBe('signup')
    for (const query of ['?signup=0', '?signup=', '?signup=true', '?signup=1x'])
      expect((await beginSignIn(test, { query })).location.searchParams.get('screen_hint')).toBeNull()
  })

  it('stores only hashes of the state and the browser secret', async () => {
    const { state, browser } = await beginSignIn(test)
    const [attempt] = await test.database.orm.select().from(signInAttempts)
    expect(Buffer.from(attempt?.stateHash ?? [])).toEqual(Buffer.from(hashOf(state)))
    expect(JSON.stringify(attempt)).not.toContain(state)
    expect(JSON.stringify(attempt)).not.toContain(browser.split('=')[1])
  })

  it('sets a short-lived browser cookie that scripts cannot read', async () => {
    const response = await test.app.inject({ url: '/auth/login' })
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('redirects to the "unavailable" page while the provider is unavailable', async () => {
    test.identity.isAway = true
    expect((await beginSignIn(test)).location.href).toBe(problem('unavailable'))
  })

  it('ignores a browser secret that this API did not issue', async () => {
    const { browser } = await beginSignIn(test, { headers: { cookie: 'portal_sign_in=short' } })
    expect(browser).not.toContain('short')
  })
})

describe('The sign-in callback', () => {
  it('starts a session whose cookie holds 32 random bytes, of which only the hash is stored', async () => {
    addIdentity()
    const answer = await signInThroughProvider(test, subject)
    expect(answer.location).toBe('http://localhost:9000/login-success')
    expect(Buffer.from(answer.session ?? '', 'base64url')).toHaveLength(32)
    expect(answer.xsrf).toBe(xsrfTokenOf(answer.session ?? ''))
    const [row] = await test.database.orm.select().from(sessions)
    expect(Buffer.from(row?.tokenHash ?? [])).toEqual(Buffer.from(hashOf(answer.session ?? '')))
    expect(row?.providerToken).toBeNull()
    const me = await test.send(account.whoami, {}, { session: answer.session })
    expect(me.body.user).toMatchObject({
      email: 'somebody@example.com',
      auth0Id: subject,
      auth0Details: null,
    })
  })

  it('sets a session cookie that no script can read and no other site can send', async () => {
    addIdentity()
    const { state, browser } = await beginSignIn(test)
    const response = await callback({ code: test.identity.issueCode(state, subject), state }, browser)
    const named = (name: string) => response.cookies.filter((cookie) => cookie.name === name)
    const [session] = named('portal_session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 720 * 3_600 })
    expect(session).not.toHaveProperty('domain')
    expect(named('portal_session')).toHaveLength(1)
    const [xsrf] = named('XSRF-TOKEN')
    expect(xsrf).toMatchObject({ sameSite: 'Lax', path: '/' })
    expect(xsrf).not.toHaveProperty('httpOnly')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('sets a device cookie that lasts a year and that scripts cannot read', async () => {
    addIdentity()
    const { state, browser } = await beginSignIn(test)
    const response = await callback({ code: test.identity.issueCode(state, subject), state }, browser)
    const device = response.cookies.find(({ name }) => name === 'portal_device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 86_400 })
    expect(device?.value).toMatch(/^[\w-]{43}$/)
  })

  it('accepts a state once', async () => {
    addIdentity()
    const { state, code, browser } = await signInThroughProvider(test, subject)
    const again = await callback({ code, state }, browser)
    expect(again.headers.location).toBe(problem('expired'))
    const fresh = await callback({ code: test.identity.issueCode(state, subject), state }, browser)
    expect(fresh.headers.location).toBe(problem('expired'))
    expect(await sessionCount()).toBe(1)
  })

  it('leads a signed-in user who opens it again to the portal instead of the problem page', async () => {
    const { session } = await makeSignedIn(test)
    const again = await callback({ code: 'x', state: 'used' }, `portal_session=${session}`)
    expect(again.headers.location).toBe('http://localhost:9000/login-success')
    expect((await test.send(account.whoami, {}, { session })).status).toBe(200)
  })

  it('refuses a state that was never issued', async () => {
    addIdentity()
    const { browser } = await beginSignIn(test)
    const state = 'A'.repeat(43)
    const answer = await callback({ code: test.identity.issueCode(state, subject), state }, browser)
    expect(answer.headers.location).toBe(problem('expired'))
  })

  it('accepts a state only from the browser that started it, which can still use it after a foreign attempt', async () => {
    addIdentity()
    const victim = await beginSignIn(test)
    const attacker = await beginSignIn(test)
    const code = test.identity.issueCode(victim.state, subject)
    for (const cookie of ['', attacker.browser, 'portal_sign_in=', 'portal_sign_in=x'])
      expect((await callback({ code, state: victim.state }, cookie)).headers.location).toBe(
        problem('foreign'),
      )
    expect(await sessionCount()).toBe(0)
    const own = await callback({ code, state: victim.state }, victim.browser)
    expect(own.headers.location).toBe('http://localhost:9000/login-success')
  })

  it('refuses an expired state', async () => {
    addIdentity()
    const { state, browser } = await beginSignIn(test)
    test.clockOffsetMs = 600_001
    const answer = await callback({ code: test.identity.issueCode(state, subject), state }, browser)
    expect(answer.headers.location).toBe(problem('expired'))
    expect(await sessionCount()).toBe(0)
  })

  it('supports two concurrent sign-ins in tabs of one browser', async () => {
    addIdentity()
    const one = await beginSignIn(test)
    const two = await beginSignIn(test, { headers: { cookie: one.browser } })
    expect(two.browser).toBe(one.browser)
    for (const { state } of [one, two]) {
      const answer = await callback({ code: test.identity.issueCode(state, subject), state }, one.browser)
      expect(answer.headers.location).toBe('http://localhost:9000/login-success')
    }
  })

  it('starts one session in fifty concurrent attempts', async () => {
    addIdentity()
    const { state, browser } = await beginSignIn(test)
    const code = test.identity.issueCode(state, subject)
    const answers = await Promise.all(Array.from({ length: 50 }, () => callback({ code, state }, browser)))
    const where = answers.map(({ headers }) => headers.location)
    expect(where.filter((location) => location === 'http://localhost:9000/login-success')).toHaveLength(1)
    expect(where.filter((location) => location === problem('expired'))).toHaveLength(49)
    expect(await sessionCount()).toBe(1)
    expect(await test.database.orm.select().from(users)).toHaveLength(1)
  })

  it.each([
    ['a user who denied access', { error: 'access_denied' }, 'denied'],
    ['a provider error', { error: 'server_error', error_description: '<script>' }, 'failed'],
    ['no code', {}, 'failed'],
    ['a code from another sign-in', { code: 'nothing' }, 'failed'],
  ])('redirects %s to the matching problem page', async (_, query, reason) => {
    const { state, browser } = await beginSignIn(test)
    const answer = await callback({ ...query, state }, browser)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(problem(reason))
    expect(answer.cookies.map(({ name }) => name)).not.toContain('portal_session')
  })

  it('redirects to the problem page without a state and with two states', async () => {
    expect((await callback({ code: 'x' })).headers.location).toBe(problem('failed'))
    expect((await callback({})).headers.location).toBe(problem('failed'))
    const twice = await test.app.inject({ url: '/auth/login-callback?state=a&state=b' })
    expect(twice.headers.location).toBe(problem('failed'))
    const long = await callback({ state: 'a'.repeat(3_000) })
    expect(long.headers.location).toBe(problem('failed'))
  })

  it('redirects to the "unavailable" page if the provider becomes unavailable during the sign-in', async () => {
    addIdentity()
    const { state, browser } = await beginSignIn(test)
    const code = test.identity.issueCode(state, subject)
    test.identity.isAway = true
    expect((await callback({ code, state }, browser)).headers.location).toBe(problem('unavailable'))
  })

  it('never continues a planted session, and ends the previous one', async () => {
    addIdentity()
    const planted = await makeSignedIn(test)
    const cookie = `portal_session=${planted.session}`
    const answer = await signInThroughProvider(test, subject, { cookie })
    expect(answer.session).not.toBe(planted.session)
    expect((await test.send(account.whoami, {}, { session: planted.session })).errorType).toBe('SessionEnded')
    expect((await test.send(account.whoami, {}, { session: answer.session })).status).toBe(200)
  })

  it('redirects the user of a deleted account to the "deleted" page', async () => {
    addIdentity()
    await signInThroughProvider(test, subject)
    await test.database.orm.update(users).set({ deletedAt: new Date() })
    const answer = await signInThroughProvider(test, subject)
    expect(answer.location).toBe(problem('deleted'))
    expect(answer.session).toBeUndefined()
  })

  it('records the sign-in of the identity', async () => {
    addIdentity()
    await signInThroughProvider(test, subject)
    test.clockOffsetMs = 3_600_000
    await signInThroughProvider(test, subject)
    const [identity] = await test.database.orm.select().from(identities)
    expect(identity).toMatchObject({ subject, email: 'somebody@example.com', isEmailVerified: true })
    const laterMs = (identity?.lastSignInAt.getTime() ?? 0) - (identity?.createdAt.getTime() ?? 0)
    expect(laterMs).toBeGreaterThanOrEqual(3_600_000)
  })
})

testOutcomes(test, signIn, {
  start: allCallers('https://identity.example/authorize'),
  // A signed-in user who opens a used callback again continues.
  callback: {
    ...withoutSession('portal/sign-in-problem?reason=failed'),
    allOthers: 'portal/login-success',
  },
  end: { ...allCallers('https://identity.example/v2/logout'), changesState: true },
  ended: allCallers('portal/logout-success'),
})
