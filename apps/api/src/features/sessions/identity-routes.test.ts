/** Which identities sign in to an account, and how its owner approves and removes them. */
import { account } from '@portal/contract/account/account'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeIdentity, makeUser } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { badCredentials, done, ok, ownAccount, termsNeeded } from '../../testing/outcome-groups.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { identities } from './identity-table.ts'

const test = useTestApp()
const attacker = 'auth0|attacker'
const success = 'http://localhost:9000/login-success'
const problem = (reason: string) => `http://localhost:9000/sign-in-problem?reason=${reason}`

type Owner = Pick<SignedIn, 'user' | 'session'>
const approve = ({ user, session }: Owner, subject: string) =>
  test.send(sessions.approveIdentity, { params: { userId: user.id }, body: { subject } }, { session })
const remove = ({ user, session }: Owner, subject: string) =>
  test.send(sessions.removeIdentity, { params: { userId: user.id }, body: { subject } }, { session })
const list = async ({ user, session }: Owner) =>
  (await test.send(sessions.identities, { params: { userId: user.id } }, { session })).body
const subjectsOf = (mails: readonly { subject: string }[]) => mails.map(({ subject }) => subject)
const whoami = (session: string | undefined) =>
  test.send(account.whoami, {}, session === undefined ? {} : { session })

/** The attacker signs up with the victim's address, and the victim clicks the verification mail. */
async function takeover() {
  const victim = await makeSignedIn(test, { email: 'victim@example.com' })
  test.identity.add({ subject: victim.user.auth0Id ?? '', email: victim.user.email })
  test.identity.add({ subject: attacker, email: victim.user.email, isEmailVerified: false })
  const { session } = await signInThroughProvider(test, attacker)
  test.identity.add({ subject: attacker, email: victim.user.email })
  return { victim, attackersSession: session }
}

/** A user with two ways to sign in. */
async function twoWays() {
  const me = await makeSignedIn(test, { email: 'mine@example.com' })
  const first = me.user.auth0Id ?? ''
  test.identity.add({ subject: first, email: me.user.email })
  test.identity.add({ subject: 'github|mine', email: me.user.email })
  const { session } = await signInThroughProvider(test, 'github|mine')
  return { ...me, first, githubSession: session }
}

describe('An identity that signed in before its address was verified', () => {
  it("does not sign in to the address's account until the owner approves it", async () => {
    const { victim, attackersSession } = await takeover()
    const again = await signInThroughProvider(test, attacker)
    expect(again).toMatchObject({ location: problem('not-approved'), session: undefined })
    expect((await whoami(attackersSession)).status).toBe(401)
    expect((await signInThroughProvider(test, attacker)).location).toBe(problem('not-approved'))
    expect(subjectsOf(test.jobs.mailsTo(victim.user.email))).toEqual([
      'Approve a new way to sign in to your System Initiative account',
    ])
    expect(await list(victim)).toMatchObject([{ isWaiting: false }, { subject: attacker, isWaiting: true }])

    expect((await approve(victim, attacker)).status).toBe(204)
    const approved = await signInThroughProvider(test, attacker)
    expect((await whoami(approved.session)).body.user.id).toBe(victim.user.id)
    expect((await approve(victim, attacker)).errorType).toBe('NotFound')
  })

  it('is still refused after the owner has removed it', async () => {
    const { victim } = await takeover()
    await signInThroughProvider(test, attacker)
    expect((await remove(victim, attacker)).status).toBe(204)
    expect((await signInThroughProvider(test, attacker)).location).toBe(problem('removed'))
    expect((await approve(victim, attacker)).errorType).toBe('NotFound')
    expect(await list(victim)).toHaveLength(1)
  })

  it('cannot be approved or removed by another user', async () => {
    const { victim } = await takeover()
    await signInThroughProvider(test, attacker)
    const stranger = await makeSignedIn(test)
    expect((await approve(stranger, attacker)).errorType).toBe('NotFound')
    expect((await remove(stranger, attacker)).errorType).toBe('NotFound')
    expect((await remove({ ...victim, session: stranger.session }, attacker)).errorType).toBe('NotFound')
    expect(await list(victim)).toHaveLength(2)
  })
})

describe('A second identity with a verified address', () => {
  it('is linked to the account and mailed to its owner once', async () => {
    const me = await twoWays()
    await signInThroughProvider(test, 'github|mine')
    expect(subjectsOf(test.jobs.mailsTo(me.user.email))).toContain(
      'New way to sign in to your System Initiative account',
    )
    expect(subjectsOf(test.jobs.mailsTo(me.user.email)).filter((text) => /way/.test(text))).toHaveLength(1)
  })

  it('leads to the page about the deleted account, never to a new account or trial', async () => {
    const gone = await makeUser(test.database, { email: 'gone@example.com', deletedAt: test.now() })
    await makeIdentity(test.database, gone)
    test.identity.add({ subject: 'github|gone', email: gone.email })
    expect(await signInThroughProvider(test, 'github|gone')).toMatchObject({
      location: problem('deleted'),
      session: undefined,
    })
    expect(await test.database.orm.select().from(users)).toHaveLength(1)
    expect(test.jobs.sent).toEqual([])
    test.clockOffsetMs = 30 * 86_400_000
    expect((await signInThroughProvider(test, 'github|gone')).location).toBe(success)
  })
})

describe('sessions.removeIdentity', () => {
  it('ends the sessions of the identity, which cannot sign in to the account again', async () => {
    const me = await twoWays()
    expect((await remove(me, 'github|mine')).status).toBe(204)
    expect((await whoami(me.githubSession)).errorType).toBe('SessionEnded')
    expect((await whoami(me.session)).status).toBe(200)
    expect((await signInThroughProvider(test, 'github|mine')).location).toBe(problem('removed'))
    expect((await list(me)).map(({ subject }) => subject)).toEqual([me.first])
    expect(subjectsOf(test.jobs.mailsTo(me.user.email))).toContain(
      'Way to sign in removed from your System Initiative account',
    )
  })

  it('lets a remaining identity change the address', async () => {
    const me = await twoWays()
    expect((await remove({ user: me.user, session: me.githubSession ?? '' }, me.first)).status).toBe(204)
    expect((await whoami(me.session)).errorType).toBe('SessionEnded')
    expect((await whoami(me.githubSession)).body.user.auth0Id).toBe('github|mine')
    test.identity.add({ subject: 'github|mine', email: 'new@example.com' })
    const { session } = await signInThroughProvider(test, 'github|mine')
    expect((await whoami(session)).body.user.email).toBe('new@example.com')
  })

  it('signs the user out when they remove the identity they are using', async () => {
    const me = await twoWays()
    const reply = await remove(me, me.first)
    expect(reply.cookies.find(({ name }) => name.endsWith('portal_session'))?.value).toBe('')
    expect((await whoami(me.session)).status).toBe(401)
  })

  it('never removes the last identity, even when two removals are concurrent', async () => {
    const me = await twoWays()
    const answers = await Promise.all([remove(me, me.first), remove(me, 'github|mine')])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await test.database.orm.select().from(identities).where(eq(identities.status, 'linked'))
    expect(left).toHaveLength(1)
    const { session } = await signInThroughProvider(test, left[0]?.subject ?? '')
    const last = await remove({ user: me.user, session: session ?? '' }, left[0]?.subject ?? '')
    expect(last).toMatchObject({ status: 409, errorType: 'Conflict' })
    expect(last.error?.message).toBe(
      'This is your only way to sign in. Add another one before you remove it.',
    )
  })

  it('does not count an identity that waits for approval as a remaining one', async () => {
    const { victim } = await takeover()
    await signInThroughProvider(test, attacker)
    expect((await remove(victim, victim.user.auth0Id ?? '')).errorType).toBe('Conflict')
  })

  it('lets the removed identity sign up for a separate account with another address', async () => {
    const me = await twoWays()
    await remove(me, 'github|mine')
    test.identity.add({ subject: 'github|mine', email: 'another@example.com' })
    const { session } = await signInThroughProvider(test, 'github|mine')
    const { user } = (await whoami(session)).body
    expect(user).toMatchObject({ email: 'another@example.com' })
    expect(user.id).not.toBe(me.user.id)
  })
})

describe('An address changed at the provider', () => {
  it('is mailed to the old and the new address', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'old@example.com' })
    await signInThroughProvider(test, 'auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'new@example.com' })
    await signInThroughProvider(test, 'auth0|a')
    for (const address of ['old@example.com', 'new@example.com'])
      expect(subjectsOf(test.jobs.mailsTo(address))).toContain(
        'The email address of your System Initiative account has changed',
      )
  })

  it('does not become the address of the account before it is verified', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'old@example.com' })
    await signInThroughProvider(test, 'auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'new@example.com', isEmailVerified: false })
    const { session } = await signInThroughProvider(test, 'auth0|a')
    expect((await whoami(session)).body.user.email).toBe('old@example.com')
    expect(test.jobs.mailsTo('new@example.com')).toEqual([])
  })
})

describe('Staff rights', () => {
  const staffOf = async (session: string | undefined) =>
    (await test.send(staffPauses.listQuarantinedUsers, {}, session === undefined ? {} : { session })).status

  it.each([
    ['no longer reports the address as verified', { email: 'ada@systeminit.com', isEmailVerified: false }],
    ['reports another, unverified address', { email: 'ada@example.com', isEmailVerified: false }],
  ])(
    'end in every session at the next sign-in if the provider %s, and return once the address is proven again',
    async (_, profile) => {
      const proven = { subject: 'auth0|ada', email: 'ada@systeminit.com' }
      test.identity.add(proven)
      const { session } = await signInThroughProvider(test, 'auth0|ada')
      expect(await staffOf(session)).toBe(200)
      test.identity.add({ subject: 'auth0|ada', ...profile })
      const later = await signInThroughProvider(test, 'auth0|ada')
      expect([await staffOf(session), await staffOf(later.session)]).toEqual([403, 403])
      expect((await whoami(session)).body.user).toMatchObject({
        email: 'ada@systeminit.com',
        emailVerified: true,
      })
      test.identity.add(proven)
      expect(await staffOf((await signInThroughProvider(test, 'auth0|ada')).session)).toBe(200)
    },
  )
})

testOutcomes(test, sessions, {
  end: {
    ...badCredentials,
    apiToken: '403 NotAllowed',
    apiTokenOfAnotherWorkspace: '403 NotAllowed',
    manageToken: '403 NotAllowed',
    manageTokenOfAnotherWorkspace: '403 NotAllowed',
    allOthers: done,
    changesState: true,
  },
  list: ownAccount(ok),
  endOne: { ...ownAccount(done), changesState: true },
  endOthers: { ...ownAccount(ok), changesState: true },
  identities: ownAccount(ok),
  approveIdentity: { ...ownAccount('404 NotFound'), ...termsNeeded, body: { subject: 'github|nobody' } },
  removeIdentity: { ...ownAccount('404 NotFound'), body: { subject: 'github|nobody' } },
})
