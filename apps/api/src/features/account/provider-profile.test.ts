import { account } from '@portal/contract/account/account'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { sessions } from '../sessions/session-table.ts'

const test = useTestApp()

type Me = Pick<SignedIn, 'session'> & { user: { id: string } }
const refresh = ({ user, session }: Me) =>
  test.send(account.refreshAuth0Profile, { params: { userId: user.id } }, { session })
const resend = ({ user, session }: Me) =>
  test.send(account.resendEmailVerification, { params: { userId: user.id } }, { session })

/** A user who has signed up and not verified their address yet. */
async function newcomer() {
  const me = await makeSignedIn(test, { emailVerified: false, agreedTosVersionId: null, pictureUrl: null })
  const subject = me.user.auth0Id ?? ''
  test.identity.add({ subject, email: me.user.email, isEmailVerified: false })
  const verify = () => test.identity.add({ subject, email: me.user.email })
  return { ...me, subject, verify }
}

describe('Refreshing the profile ("Already verified?")', () => {
  it('stores the verification from the provider, even before the terms are accepted', async () => {
    const me = await newcomer()
    expect((await refresh(me)).body.user.emailVerified).toBe(false)
    me.verify()
    expect((await refresh(me)).body.user.emailVerified).toBe(true)
    expect((await refresh(me)).body.user.emailVerified).toBe(true)
  })

  it('ends the session if the address already has an account, and asks its owner to approve the identity', async () => {
    const me = await newcomer()
    const owner = await makeSignedIn(test, { email: me.user.email })
    me.verify()
    expect(await refresh(me)).toMatchObject({ status: 401, errorType: 'SignInNotApproved' })
    expect((await test.send(account.whoami, {}, { session: me.session })).status).toBe(401)
    expect((await test.send(account.whoami, {}, { session: owner.session })).status).toBe(200)
    const [mail, ...others] = test.jobs.mailsTo(owner.user.email)
    expect(mail?.subject).toBe('Approve a new way to sign in to your System Initiative account')
    expect(others).toEqual([])
  })

  it('ends the session if the address belongs to a deleted account that can be restored', async () => {
    const me = await newcomer()
    await makeUser(test.database, { email: me.user.email, deletedAt: test.now() })
    me.verify()
    expect(await refresh(me)).toMatchObject({ status: 401, errorType: 'AccountDeleted' })
    expect((await test.send(account.whoami, {}, { session: me.session })).errorType).toBe('SessionEnded')
    expect(test.jobs.sent).toEqual([])
  })

  it('returns IdentityProviderUnavailable while the provider is unavailable', async () => {
    const me = await newcomer()
    test.identity.isAway = true
    expect(await refresh(me)).toMatchObject({ status: 503, errorType: 'IdentityProviderUnavailable' })
  })

  it('asks the user to sign in again if the provider no longer knows the identity', async () => {
    const me = await newcomer()
    test.identity.profiles.clear()
    expect(await refresh(me)).toMatchObject({ status: 409, errorType: 'Conflict' })
  })
})

it('One account reaches the provider at most 20 times in 10 minutes', async () => {
  const me = await newcomer()
  for (let at = 0; at < 20; at += 1) expect((await refresh(me)).status).toBe(200)
  test.identity.isAway = true
  expect((await refresh(me)).errorType).toBe('TooManyRequests')
})

describe('"Resend Email"', () => {
  it('Resending the verification mail ("Resend Email")', async () => {
    const me = await newcomer()
    expect((await resend(me)).status).toBe(204)
    expect(test.identity.resentTo).toEqual([me.subject])
  })

  it('returns EmailAlreadyVerified if the address is already verified here', async () => {
    const me = await makeSignedIn(test)
    expect(await resend(me)).toMatchObject({ status: 409, errorType: 'EmailAlreadyVerified' })
    expect(test.identity.resentTo).toEqual([])
  })

  it('returns EmailAlreadyVerified if only the provider has verified the address, and stores that', async () => {
    const me = await newcomer()
    me.verify()
    expect(await resend(me)).toMatchObject({ status: 409, errorType: 'EmailAlreadyVerified' })
    expect(test.identity.resentTo).toEqual([])
    const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
    expect(user.emailVerified).toBe(true)
  })

  it('returns IdentityProviderUnavailable while the provider is unavailable', async () => {
    const me = await newcomer()
    test.identity.isAway = true
    expect(await resend(me)).toMatchObject({ status: 503, errorType: 'IdentityProviderUnavailable' })
  })
})

describe('A provider without a management API', () => {
  async function signedIn(isEmailVerified: boolean) {
    test.identity.hasManagement = false
    test.identity.add({ subject: 'plain|a', email: 'a@example.com', isEmailVerified })
    const { session = '' } = await signInThroughProvider(test, 'plain|a')
    const { user } = (await test.send(account.whoami, {}, { session })).body
    return { session, user }
  }

  it('is read with the access token of the sign-in, which cannot be decrypted with the database alone', async () => {
    const me = await signedIn(false)
    test.identity.add({ subject: 'plain|a', email: 'a@example.com' })
    const [row] = await test.database.orm.select().from(sessions)
    const kept = Buffer.from(row?.providerToken ?? []).toString('latin1')
    expect(kept).not.toBe('')
    expect(kept).not.toContain('access-')
    expect((await refresh(me)).body.user.emailVerified).toBe(true)
  })

  it('requires signing in again if the access token is missing or belongs to another session', async () => {
    const me = await signedIn(false)
    const own = eq(sessions.userId, me.user.id)
    await test.database.orm
      .update(sessions)
      .set({ providerToken: new Uint8Array(60) })
      .where(own)
    expect(await refresh(me)).toMatchObject({ status: 409, errorType: 'Conflict' })
    await test.database.orm
      .update(sessions)
      .set({ providerToken: new Uint8Array(3) })
      .where(own)
    expect(await refresh(me)).toMatchObject({ status: 409, errorType: 'Conflict' })
    await test.database.orm.update(sessions).set({ providerToken: null }).where(own)
    expect(await refresh(me)).toMatchObject({ status: 409, errorType: 'Conflict' })
  })

  it('sends the verification mail itself, and the error says so', async () => {
    expect(await resend(await signedIn(false))).toMatchObject({ status: 409, errorType: 'Conflict' })
  })

  it('leaves no stored access token for a session that has ended', async () => {
    const me = await signedIn(true)
    await test.app.inject({ url: '/auth/logout', headers: { cookie: `portal_session=${me.session}` } })
    const [row] = await test.database.orm.select().from(sessions)
    expect(row?.providerToken).toBeNull()
  })
})
