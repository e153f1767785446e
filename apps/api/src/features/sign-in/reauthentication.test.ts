/** Signing in again in an open session. See docs/product/sign-in.md#fresh-sign-in. */
import { account } from '@portal/contract/account/account'
import { hourMs } from '@portal/contract/durations'
import { sessions as sessionCalls } from '@portal/contract/sessions/sessions'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { SignInError } from '../../gateways/identity/identity.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { beginSignIn, signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { users } from '../account/user-table.ts'
import { sessions } from '../sessions/session-table.ts'

const test = useTestApp()
const again = '?reauthenticate=1'
const problem = (reason: string) => `http://localhost:9000/sign-in-problem?reason=${reason}`

let person: SignedIn
let subject: string
beforeEach(async () => {
  const longAgo = new Date(test.now().getTime() - 5 * hourMs)
  person = await makeSignedIn(test, { email: 'somebody@example.com' }, { authenticatedAt: longAgo })
  subject = person.user.auth0Id ?? ''
  test.identity.add({ subject, email: 'somebody@example.com' })
})

const cookieOf = (session: string) => ({ cookie: `portal_session=${session}` })
const signInAgain = (as = subject, session = person.session) =>
  signInThroughProvider(test, as, cookieOf(session), again)
const whoami = async (session: string | undefined) =>
  (await test.send(account.whoami, {}, { session: session ?? '' })).status
const rowOf = async (id: string) =>
  (await test.database.orm.select().from(sessions).where(eq(sessions.id, id)))[0]

describe('signing in again', () => {
  it('asks the provider for a new sign-in of the same user', async () => {
    const { location } = await beginSignIn(test, { query: again, headers: cookieOf(person.session) })
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '3600',
      login_hint: 'somebody@example.com',
    })
  })

  it.each(['', '?reauthenticate=', '?reauthenticate=0', '?reauthenticate=true'])(
    'is an ordinary sign-in with the query "%s"',
    async (query) => {
      const { location } = await beginSignIn(test, { query, headers: cookieOf(person.session) })
      expect(location.searchParams.get('prompt')).toBeNull()
    },
  )

  it('renews the session with a new secret and keeps what was opened from it', async () => {
    const { id: workspaceId } = await makeWorkspace(test.database, person.user)
    const ofSession = { userId: person.user.id, workspaceId, sessionId: person.sessionId }
    const { token } = await issueToken(test, { ...ofSession, kind: 'instance' })
    const answer = await signInAgain()
    expect(answer.location).toBe('http://localhost:9000/login-success')
    expect(await whoami(person.session)).toBe(401)
    expect(await whoami(answer.session)).toBe(200)
    const { body } = await test.send(
      sessionCalls.list,
      { params: { userId: person.user.id } },
      { session: answer.session ?? '' },
    )
    expect(body.filter(({ kind }) => kind === 'portal')).toMatchObject([
      { id: person.sessionId, isCurrent: true },
    ])
    expect((await test.send(account.whoami, {}, { bearer: token })).status).toBe(200)
  })

  it('is refused when the provider accepted an older sign-in, and leaves the session as it was', async () => {
    test.identity.authenticatedAt = new Date(test.now().getTime() - hourMs - 1_000)
    const before = await rowOf(person.sessionId)
    const answer = await signInAgain()
    expect(answer.location).toBe(problem('not-repeated'))
    expect(answer.session).toBeUndefined()
    expect(await rowOf(person.sessionId)).toEqual(before)
    expect(await whoami(person.session)).toBe(200)
  })

  it('is refused for another account, which is neither signed in nor created', async () => {
    const stranger = await makeSignedIn(test, { email: 'stranger@example.com' })
    test.identity.add({ subject: stranger.user.auth0Id ?? '', email: 'stranger@example.com' })
    test.identity.add({ subject: 'auth0|unknown', email: 'unknown@example.com' })
    const before = await rowOf(person.sessionId)
    for (const other of [stranger.user.auth0Id ?? '', 'auth0|unknown']) {
      const answer = await signInAgain(other)
      expect(answer.location).toBe(problem('other-account'))
      expect(answer.session).toBeUndefined()
    }
    expect(await rowOf(person.sessionId)).toEqual(before)
    expect(await whoami(person.session)).toBe(200)
    expect(await test.database.orm.select().from(users)).toHaveLength(2)
    expect(await test.database.orm.select().from(sessions)).toHaveLength(2)
  })

  it('accepts another identity of the same account', async () => {
    test.identity.add({ subject: 'github|somebody', email: 'somebody@example.com' })
    const answer = await signInAgain('github|somebody')
    expect(answer.location).toBe('http://localhost:9000/login-success')
    expect(await rowOf(person.sessionId)).toMatchObject({
      subject: 'github|somebody',
      userId: person.user.id,
    })
  })

  it('is an ordinary sign-in without a session or with one that has ended', async () => {
    const plain = await beginSignIn(test, { query: again })
    expect(plain.location.searchParams.get('prompt')).toBeNull()
    await test.send(sessionCalls.end, {}, person)
    const ended = await beginSignIn(test, { query: again, headers: cookieOf(person.session) })
    expect(ended.location.searchParams.get('prompt')).toBeNull()
  })

  it('starts a new session when the user signed out in the meantime', async () => {
    const { state, browser } = await beginSignIn(test, { query: again, headers: cookieOf(person.session) })
    await test.send(sessionCalls.end, {}, person)
    const response = await test.app.inject({
      url: '/auth/login-callback',
      query: { code: test.identity.issueCode(state, subject), state },
      headers: { cookie: `${browser}; portal_session=${person.session}` },
    })
    expect(response.headers.location).toBe('http://localhost:9000/login-success')
    expect((await rowOf(person.sessionId))?.endedAt).not.toBeNull()
    expect(await test.database.orm.select().from(sessions)).toHaveLength(2)
  })
})

describe('the time of a sign-in', () => {
  it('is the time that the provider reports, not the time of the redirect', async () => {
    const earlier = new Date(test.now().getTime() - 3 * hourMs)
    test.identity.authenticatedAt = earlier
    await signInThroughProvider(test, subject)
    const rows = await test.database.orm.select().from(sessions)
    expect(rows.map(({ authenticatedAt }) => authenticatedAt)).toContainEqual(earlier)
  })

  it('is never in the future, even if the clock of the provider is ahead', async () => {
    test.identity.authenticatedAt = new Date(test.now().getTime() + 3 * hourMs)
    await signInAgain()
    const row = await rowOf(person.sessionId)
    expect(row?.authenticatedAt?.getTime()).toBeLessThanOrEqual(test.now().getTime())
  })

  it('is required, and a page explains that the provider does not send it', async () => {
    const { finish } = test.identity
    test.identity.finish = async () => {
      throw new SignInError('no-auth-time')
    }
    try {
      expect((await signInThroughProvider(test, subject)).location).toBe(problem('no-auth-time'))
      expect((await signInAgain()).location).toBe(problem('no-auth-time'))
    } finally {
      test.identity.finish = finish
    }
    expect(await whoami(person.session)).toBe(200)
  })
})
