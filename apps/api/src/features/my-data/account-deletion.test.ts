import { account } from '@portal/contract/account/account'
import { dayMs } from '@portal/contract/durations'
import { blockedDeletionAdvice, myData } from '@portal/contract/my-data/my-data'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { workspaces as workspaceTable } from '../workspaces/workspace-table.ts'

const test = useTestApp()

const remove = (me: SignedIn, confirmation = me.user.email) =>
  test.send(
    myData.deleteAccount,
    { params: { userId: me.user.id }, body: { confirmation } },
    { session: me.session },
  )
const list = (as: { session?: string; bearer?: string }) => test.send(workspaces.list, {}, as)
const subjectOf = (me: SignedIn) => me.user.auth0Id ?? ''
const signIn = (me: SignedIn) => {
  test.identity.add({ subject: subjectOf(me), email: me.user.email })
  return signInThroughProvider(test, subjectOf(me))
}

describe('Deleting an account', () => {
  it("requires the user's email as confirmation, in any case", async () => {
    const me = await makeSignedIn(test, { email: 'Some.One@example.com' })
    for (const wrong of ['', 'someone@example.com', 'yes']) {
      const refused = await remove(me, wrong)
      expect(refused.error?.issues?.[0]?.path).toBe('confirmation')
    }
    expect((await list(me)).status).toBe(200)
    expect((await remove(me, ' some.one@EXAMPLE.com ')).status).toBe(204)
  })

  it('ends every session and token, clears the cookies and sends a confirmation', async () => {
    const me = await makeSignedIn(test)
    const second = await makeSession(test.database, me.user)
    const owner = await makeUser(test.database)
    const own = await makeWorkspace(test.database, me.user)
    const foreign = await makeWorkspace(test.database, owner)
    await addMember(test.database, foreign, me.user)
    const facts = { userId: me.user.id, workspaceId: foreign.id } as const
    const api = await issueToken(test, { ...facts, kind: 'api' })
    const instance = await issueToken(test, { ...facts, kind: 'instance', workspaceId: own.id })
    const reply = await remove(me)
    expect(reply.status).toBe(204)
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['portal_session', ''],
      ['XSRF-TOKEN', ''],
    ])
    for (const session of [me.session, second.token]) expect((await list({ session })).status).toBe(401)
    for (const { token } of [api, instance]) expect((await list({ bearer: token })).status).toBe(401)
    expect(test.jobs.mailsTo(me.user.email).map(({ subject }) => subject)).toEqual([
      'Your System Initiative account has been deleted',
    ])
  })

  it('deletes the workspaces where the user is the only member with the same date, and keeps all others', async () => {
    const me = await makeSignedIn(test)
    const owner = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, me.user, { displayName: 'Own' })
    const foreign = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, foreign, me.user)
    await remove(me)
    const [person] = await test.database.orm.select().from(users).where(eq(users.id, me.user.id))
    const [gone] = await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, own.id))
    expect(person?.deletedAt).toBeInstanceOf(Date)
    expect(gone).toMatchObject({ deletedAt: person?.deletedAt, deletedByUserId: me.user.id })
    expect((await list(owner)).body).toMatchObject([{ id: foreign.id, memberCount: 1 }])
    const left = await test.database.orm.select().from(workspaceMembers)
    expect(left.map(({ workspaceId, role }) => [workspaceId, role]).sort()).toEqual(
      [
        [own.id, 'OWNER'],
        [foreign.id, 'OWNER'],
      ].sort(),
    )
    const acts = await test.database.orm.select().from(workspaceActivity)
    expect(acts.map(({ workspaceId, act }) => [workspaceId, act]).sort()).toEqual(
      [
        [own.id, 'workspace.deleted'],
        [foreign.id, 'member.left'],
      ].sort(),
    )
  })

  it('is refused while the user owns a workspace with other members, and says which and what to do', async () => {
    const me = await makeSignedIn(test)
    for (let at = 1; at <= 7; at += 1) {
      const shared = await makeWorkspace(test.database, me.user, { displayName: `Shared ${at}` })
      await addMember(test.database, shared, await makeUser(test.database))
    }
    const refused = await remove(me)
    expect(refused).toMatchObject({ status: 409, errorType: 'Conflict' })
    expect(refused.error?.message).toContain('“Shared 1”')
    expect(refused.error?.message).toContain(`2 more. ${blockedDeletionAdvice}`)
    expect((await list(me)).body).toHaveLength(7)
    expect(test.jobs.sent).toEqual([])
  })

  it('works without accepted terms or a verified address, but only for the user’s own account', async () => {
    const unready = await makeSignedIn(test, { emailVerified: false, agreedTosVersionId: null })
    expect((await remove(unready)).status).toBe(204)
    const me = await makeSignedIn(test)
    const stranger = await makeSignedIn(test)
    expect((await remove({ ...me, session: stranger.session })).errorType).toBe('NotFound')
  })
})

describe('A deleted account', () => {
  it('refuses its sign-in for 30 days, after which the sign-in creates a new account', async () => {
    const me = await makeSignedIn(test)
    await remove(me)
    test.clockOffsetMs = 29.9 * dayMs
    const refused = await signIn(me)
    expect(refused.session).toBeUndefined()
    expect(refused.location).toContain('/sign-in-problem?reason=deleted')
    test.clockOffsetMs = 30.1 * dayMs
    const welcome = await signIn(me)
    const { user } = (await test.send(account.whoami, {}, { session: welcome.session ?? '' })).body
    expect(user.id).not.toBe(me.user.id)
    expect(user).toMatchObject({ email: me.user.email, agreedTosVersionId: null, auth0Id: me.user.auth0Id })
    const again = await signIn(me)
    const second = (await test.send(account.whoami, {}, { session: again.session ?? '' })).body
    expect(second.user.id).toBe(user.id)
    const [identity] = await test.database.orm.select().from(identities)
    expect(identity?.userId).toBe(user.id)
  })

  it('loses its sign-in after 30 days to the account that uses the address by then', async () => {
    const me = await makeSignedIn(test)
    await remove(me)
    test.identity.add({ subject: 'github|1', email: me.user.email })
    expect((await signInThroughProvider(test, 'github|1')).location).toContain('reason=deleted')
    expect((await signIn(me)).location).toContain('reason=deleted')
    test.clockOffsetMs = 31 * dayMs
    const first = await signInThroughProvider(test, 'github|1')
    const { user } = (await test.send(account.whoami, {}, { session: first.session ?? '' })).body
    expect(user.id).not.toBe(me.user.id)
    const joined = await signIn(me)
    expect((await test.send(account.whoami, {}, { session: joined.session ?? '' })).body.user.id).toBe(
      user.id,
    )
  })

  it('with an unverified address never lets its sign-in join another account', async () => {
    const other = await makeUser(test.database, { email: 'shared@example.com' })
    const me = await makeSignedIn(test, { email: 'shared@example.com', emailVerified: false })
    await remove(me)
    const refused = await signIn(me)
    expect(refused.location).toContain('reason=deleted')
    const found = await test.database.orm.select().from(identities).where(eq(identities.userId, other.id))
    expect(found).toEqual([])
  })

  it('is restored by staff within 30 days with its workspaces, but without sessions, tokens and memberships', async () => {
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    const me = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, me.user)
    const foreign = await makeWorkspace(test.database, staff.user)
    await addMember(test.database, foreign, me.user)
    const { token } = await issueToken(test, { userId: me.user.id, workspaceId: own.id, kind: 'api' })
    await remove(me)
    const restored = await test.send(
      staffAccounts.restore,
      { params: { userId: me.user.id }, body: {} },
      { session: staff.session },
    )
    expect(restored.status).toBe(200)
    expect((await list(me)).errorType).toBe('SessionEnded')
    expect((await list({ bearer: token })).errorType).toBe('TokenRevoked')
    const back = await signIn(me)
    const mine = await list({ session: back.session ?? '' })
    expect(mine.body).toMatchObject([{ id: own.id, role: 'OWNER' }])
  })
})

it('Deleting an account mails its address only if the address is verified', async () => {
  const mailed = async (emailVerified: boolean) => {
    const me = await makeSignedIn(test, { emailVerified })
    expect((await remove(me)).status).toBe(204)
    return test.jobs.mailsTo(me.user.email).length
  }
  expect([await mailed(true), await mailed(false)]).toEqual([1, 0])
})
