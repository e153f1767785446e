/** An account that another person opened with the user's address before the user did. See docs/product/account.md#is-it-yours. */
import { account } from '@portal/contract/account/account'
import { accountJoins } from '@portal/contract/account-joins/account-joins'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { staffSearch } from '@portal/contract/staff/search/search'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeIdentity, makeUser, makeWorkspace, type UserRow } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { allCallers } from '../../testing/outcome-groups.ts'
import { type SignInAnswer, signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { purge } from '../purge/purge-jobs.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { workspaces as workspaceRows } from '../workspaces/workspace-table.ts'
import { accountJoins as joinRows, pendingJoins } from './account-join-table.ts'

const test = useTestApp()
const email = 'victim@example.com'
const attacker = 'auth0|attacker'
const victim = 'github|victim'
const question = 'http://localhost:9000/is-it-yours'
const success = 'http://localhost:9000/login-success'
const problem = (reason: string) => `http://localhost:9000/sign-in-problem?reason=${reason}`

const from = ({ question: cookie }: SignInAnswer) => ({
  headers: { cookie, origin: 'http://localhost:9000' },
})
const read = (asked: SignInAnswer) => test.send(accountJoins.read, {}, from(asked))
const sayYes = (asked: SignInAnswer) => test.send(accountJoins.confirm, {}, from(asked))
const sayNo = (asked: SignInAnswer, keepInvitationIds: string[] = []) =>
  test.send(accountJoins.deny, { body: { keepInvitationIds } }, from(asked))
const signIn = (subject: string, asked?: SignInAnswer) =>
  signInThroughProvider(test, subject, asked ? { cookie: asked.question } : {})
const whoami = (session: string | undefined) =>
  test.send(account.whoami, {}, session === undefined ? {} : { session })
const userOf = async (userId: string): Promise<UserRow> => {
  const [row] = await test.database.orm.select().from(users).where(eq(users.id, userId))
  if (!row) throw new Error('The account is gone')
  return row
}

let userId: string
let attackersSession: string

/** The attacker signs up with the victim's address, and the victim clicks the link in the mail. */
beforeEach(async () => {
  test.identity.add({ subject: attacker, email, isEmailVerified: false, nickname: 'mallory' })
  await signIn(attacker)
  test.identity.add({ subject: attacker, email, nickname: 'mallory' })
  const opened = await signIn(attacker)
  attackersSession = opened.session ?? ''
  userId = (await whoami(attackersSession)).body.user.id
  const { versionId } = test.services.terms
  await test.database.orm
    .update(users)
    .set({ agreedTosVersionId: versionId, reviewedProfileAt: new Date() })
    .where(eq(users.id, userId))
  test.identity.add({ subject: victim, email })
  test.jobs.sent.length = 0
})

describe('A second way to sign in to an account that was opened with an unverified address', () => {
  it('leads to the question whether the account is theirs, without a session', async () => {
    const asked = await signIn(victim)
    expect(asked).toMatchObject({ location: question, session: undefined })
    expect((await read(asked)).body).toMatchObject({
      email,
      ways: ['Email and password'],
      newWay: 'GitHub',
      workspaces: [],
      people: [],
    })
  })

  it('leads to the question only after the credentials were entered, not in a browser that was left signed in', async () => {
    test.identity.authenticatedAt = new Date(Date.now() - 7_200_000)
    const returnWith = async ({ location, browser: cookie }: SignInAnswer) => {
      const { searchParams } = new URL(location)
      expect([searchParams.get('prompt'), searchParams.get('login_hint')]).toEqual(['login', email])
      const state = searchParams.get('state') ?? ''
      const query = { state, code: test.identity.issueCode(state, victim) }
      const reply = await test.app.inject({ url: '/auth/login-callback', query, headers: { cookie } })
      return reply.headers.location
    }
    expect(await returnWith(await signIn(victim))).toBe(problem('not-repeated'))
    expect(await test.database.orm.$count(pendingJoins)).toBe(0)
    const second = await signIn(victim)
    expect(second).toMatchObject({ session: undefined, question: '' })
    test.identity.authenticatedAt = undefined
    expect(await returnWith(second)).toBe(question)
  })

  it('joins nothing after a yes without the other sign-in, and is asked again', async () => {
    const asked = await signIn(victim)
    expect((await sayYes(asked)).status).toBe(204)
    expect(await signIn(victim, asked)).toMatchObject({ location: question, session: undefined })
    expect(await signIn(victim)).toMatchObject({ location: question, session: undefined })
    expect((await userOf(userId)).isConfirmedByLinkOnly).toBe(true)
    expect(test.jobs.sent).toEqual([])
  })

  it('joins after a yes and a sign-in with the other way, and is mailed and recorded', async () => {
    const asked = await signIn(victim)
    await sayYes(asked)
    const joined = await signIn(attacker, asked)
    expect(joined.location).toBe(success)
    expect((await whoami((await signIn(victim)).session)).body.user.id).toBe(userId)
    expect(test.jobs.mailsTo(email).map(({ subject }) => subject)).toContain(
      'New way to sign in to your System Initiative account',
    )
    expect(await test.database.orm.select().from(joinRows)).toMatchObject([
      { subject: victim, answer: 'yes' },
    ])
    test.identity.add({ subject: 'google-oauth2|victim', email })
    expect((await signIn('google-oauth2|victim')).location).toBe(success)
  })

  it('ends the questions in other browsers once it has joined, so that a later no changes nothing', async () => {
    const other = await signIn(victim)
    const asked = await signIn(victim)
    await sayYes(asked)
    await signIn(attacker, asked)
    expect(await sayNo(other)).toMatchObject({ status: 404, errorType: 'NotFound' })
    expect((await signIn(attacker)).location).toBe(success)
  })

  it('does not join without a yes', async () => {
    const asked = await signIn(victim)
    expect((await signIn(attacker, asked)).location).toBe(success)
    expect((await signIn(victim)).location).toBe(question)
  })

  it('does not join if the provider did not ask for the credentials again', async () => {
    const asked = await signIn(victim)
    await sayYes(asked)
    test.identity.authenticatedAt = new Date(Date.now() - 120_000)
    await signIn(attacker, asked)
    test.identity.authenticatedAt = undefined
    expect((await signIn(victim)).location).toBe(question)
  })

  it('does not join an account that the user signs in to instead', async () => {
    test.identity.add({ subject: 'auth0|other', email: 'other@example.com' })
    const asked = await signIn(victim)
    await sayYes(asked)
    expect((await signIn('auth0|other', asked)).location).toBe(success)
    expect((await signIn(attacker, asked)).location).toBe(success)
    expect((await signIn(victim)).location).toBe(question)
  })

  it('is asked to sign in to the account with the credentials', async () => {
    const asked = await signIn(victim)
    const { headers } = await test.app.inject({ url: '/auth/login?join=1', headers: from(asked).headers })
    const { searchParams } = new URL(String(headers.location))
    expect(searchParams.get('prompt')).toBe('login')
    expect(searchParams.get('login_hint')).toBe(email)
  })

  it('is asked only in the browser that signed in, from the portal, and for 15 minutes', async () => {
    const asked = await signIn(victim)
    expect((await test.send(accountJoins.read, {})).errorType).toBe('NotFound')
    const foreign = { headers: { ...from(asked).headers, origin: 'https://evil.example' } }
    expect((await test.send(accountJoins.confirm, {}, foreign)).errorType).toBe('CrossSiteRequest')
    const deny = { body: { keepInvitationIds: [] } }
    expect((await test.send(accountJoins.deny, deny, foreign)).errorType).toBe('CrossSiteRequest')
    test.clockOffsetMs = 900_001
    expect((await read(asked)).errorType).toBe('NotFound')
    expect((await sayYes(asked)).errorType).toBe('NotFound')
    expect((await sayNo(asked)).errorType).toBe('NotFound')
  })

  it('is asked too if the address of the account was changed to theirs later', async () => {
    test.identity.add({ subject: 'auth0|mover', email: 'mover@example.com' })
    await signIn('auth0|mover')
    test.identity.add({ subject: 'auth0|mover', email: 'moved@example.com' })
    await signIn('auth0|mover')
    test.identity.add({ subject: 'github|moved', email: 'moved@example.com' })
    expect((await signIn('github|moved')).location).toBe(question)
  })

  it.each([
    ['is asked', 'auth0|old', question],
    ['is not asked', 'github|old', success],
  ])('%s about an account from before this was stored that %s opened', async (_, subject, location) => {
    const old = await makeUser(test.database, { auth0Id: subject, isConfirmedByLinkOnly: null })
    await makeIdentity(test.database, old)
    test.identity.add({ subject: 'google-oauth2|new', email: old.email })
    expect((await signIn('google-oauth2|new')).location).toBe(location)
  })
})

/** The attacker has an own workspace, one with a colleague of the victim, one with an accomplice, and an open invitation. */
async function settle() {
  const { database } = test
  const owner = await userOf(userId)
  const alone = await makeWorkspace(database, owner, { displayName: 'Alone' })
  const shared = await makeWorkspace(database, owner, {
    displayName: 'Shared',
    instanceUrl: 'https://mallory.example',
    instanceEnvType: 'PRIVATE',
  })
  const accomplice = await makeUser(database)
  const colleague = await makeUser(database)
  await addMember(database, shared, accomplice, 'APPROVER')
  await addMember(database, shared, colleague)
  const times = { createdAt: new Date(), sentAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) }
  const invite = (id: string, workspaceId: string, to: string, acceptedAt: Date | null) =>
    database.orm.insert(workspaceInvitations).values({
      ...times,
      id,
      workspaceId,
      email: to,
      emailKey: to,
      role: 'EDITOR',
      invitedByUserId: userId,
      acceptedAt,
    })
  await invite('ACCOMPLICE', shared.id, accomplice.email, new Date())
  await invite('COLLEAGUE', shared.id, colleague.email, new Date())
  await invite('OPEN', shared.id, 'later@example.com', null)
  const params = { workspaceId: shared.id }
  const body = { name: 'Backdoor', expiration: '30d' }
  const created = await test.send(tokens.create, { params, body }, { session: attackersSession })
  expect(created.status).toBe(200)
  const ownerIds = { workspaceId: shared.id, createdByUserId: userId, createdAt: new Date() }
  await database.orm.insert(serviceAccounts).values({ ...ownerIds, id: 'BOT', name: 'bot', nameKey: 'bot' })
  await database.orm.insert(trustRules).values({
    ...ownerIds,
    id: 'RULE',
    serviceAccountId: 'BOT',
    name: 'Backdoor',
    issuer: 'https://issuer.example',
    audience: 'portal',
    claims: { sub: 'mallory' },
    lifetimeMinutes: 15,
  })
  return { alone, shared, accomplice, colleague, token: created.body.token }
}

const memberIdsOf = async (workspaceId: string) => {
  const rows = await test.database.orm
    .select({ id: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, workspaceId))
  return rows.map(({ id }) => id).sort()
}
const ruleCount = () => test.database.orm.$count(trustRules)
const isInvitationOpen = async () => {
  const [row] = await test.database.orm
    .select()
    .from(workspaceInvitations)
    .where(eq(workspaceInvitations.id, 'OPEN'))
  return row?.withdrawnAt === null
}
const listOf = async (session: string | undefined) => {
  const versionId = test.services.terms.versionId
  await test.database.orm.update(users).set({ agreedTosVersionId: versionId }).where(eq(users.id, userId))
  return (await test.send(workspaces.list, {}, { session: session ?? '' })).body
}

describe('Saying that another person opened the account', () => {
  it("ends the other person's sessions, tokens, trust rules and ways to sign in, and continues as a first visit", async () => {
    const { token } = await settle()
    expect((await sayNo(await signIn(victim))).status).toBe(204)
    expect((await whoami(attackersSession)).errorType).toBe('SessionEnded')
    expect((await test.send(account.whoami, {}, { bearer: token })).errorType).toBe('TokenRevoked')
    expect(await signIn(attacker)).toMatchObject({ location: problem('removed'), session: undefined })
    expect(await ruleCount()).toBe(0)
    const mine = await signIn(victim)
    expect(mine.location).toBe(success)
    expect((await whoami(mine.session)).body.user).toMatchObject({
      id: userId,
      nickname: null,
      auth0Id: victim,
      needsTosUpdate: true,
      onboardingDetails: { reviewedProfile: null },
    })
    expect(test.jobs.mailsTo(email).map(({ subject }) => subject)).toContain(
      'Your System Initiative account starts over',
    )
    expect(await test.database.orm.select().from(joinRows)).toMatchObject([{ subject: victim, answer: 'no' }])
  })

  it('lists the people whom the account invited, and removes those that are not kept', async () => {
    const { alone, shared, colleague } = await settle()
    const asked = await signIn(victim)
    const { people, workspaces: own } = (await read(asked)).body
    expect(people.map(({ invitationId, isMember }) => [invitationId, isMember])).toEqual([
      ['ACCOMPLICE', true],
      ['COLLEAGUE', true],
      ['OPEN', false],
    ])
    expect(own).toEqual([
      { id: alone.id, displayName: 'Alone', memberCount: 1 },
      { id: shared.id, displayName: 'Shared', memberCount: 3 },
    ])
    await sayNo(asked, ['COLLEAGUE'])
    expect(await memberIdsOf(shared.id)).toEqual([userId, colleague.id].sort())
    expect(await isInvitationOpen()).toBe(false)
    const { session } = await signIn(victim)
    expect((await listOf(session)).map(({ displayName }) => displayName)).toEqual(['Shared'])
  })

  it('asks to confirm a remote URL that the other person entered before the workspace opens', async () => {
    const { shared } = await settle()
    await sayNo(await signIn(victim), ['COLLEAGUE'])
    const { session = '' } = await signIn(victim)
    await listOf(session)
    const { headers } = await test.app.inject({
      url: `/workspaces/${shared.id}/go`,
      headers: test.headersOf({ session }),
    })
    expect(headers.location).toBe(`http://localhost:9000/workspace/${shared.id}/confirm`)
  })

  it('deletes workspaces where nobody else is kept', async () => {
    await settle()
    await sayNo(await signIn(victim))
    const { session } = await signIn(victim)
    expect(await listOf(session)).toEqual([])
  })

  it('is accepted once, and never after the account changed its address', async () => {
    const asked = await signIn(victim)
    const replies = await Promise.all(Array.from({ length: 5 }, () => sayNo(asked)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    const moved = await makeUser(test.database, { isConfirmedByLinkOnly: true, auth0Id: 'auth0|m' })
    await makeIdentity(test.database, moved)
    test.identity.add({ subject: 'github|m', email: moved.email })
    const late = await signIn('github|m')
    await test.database.orm
      .update(users)
      .set({ email: 'elsewhere@example.com', emailKey: 'elsewhere@example.com' })
      .where(eq(users.id, moved.id))
    expect((await sayNo(late)).errorType).toBe('NotFound')
  })
})

describe('staffAccounts.undoJoin', () => {
  const makeStaff = () => {
    const late = { expiresAt: new Date(Date.now() + 60 * 86_400_000), lastSeenAt: test.now() }
    return makeSignedIn(test, { email: `staff-${Math.random()}@systeminit.com` }, late)
  }
  const undo = async () => {
    const staff = await makeStaff()
    const input = { params: { userId }, body: { reason: 'The other owner asked us to.' } }
    return test.send(staffAccounts.undoJoin, input, { session: staff.session })
  }

  it('restores ways to sign in, profile, workspaces, people, tokens and trust rules, and ends the new access', async () => {
    const { alone, shared, accomplice, colleague, token } = await settle()
    await sayNo(await signIn(victim))
    const { session } = await signIn(victim)
    expect((await undo()).status).toBe(200)
    expect((await whoami(session)).errorType).toBe('SessionEnded')
    expect((await signIn(victim)).location).toBe(problem('removed'))
    const back = await signIn(attacker)
    expect((await whoami(back.session)).body.user).toMatchObject({
      id: userId,
      nickname: 'mallory',
      auth0Id: attacker,
      needsTosUpdate: false,
    })
    expect((await listOf(back.session)).map(({ id }) => id).sort()).toEqual([alone.id, shared.id].sort())
    expect(await memberIdsOf(shared.id)).toEqual([userId, accomplice.id, colleague.id].sort())
    expect(await isInvitationOpen()).toBe(true)
    expect(await ruleCount()).toBe(1)
    expect((await test.send(account.whoami, {}, { bearer: token })).status).toBe(200)
    expect(test.jobs.mailsTo(email).at(-1)?.subject).toBe(
      'Your System Initiative account has been given back',
    )
    expect((await undo()).errorType).toBe('NotFound')
  })

  it('brings no people, invitations or trust rules back into a workspace that the account no longer manages', async () => {
    const { shared, colleague } = await settle()
    await sayNo(await signIn(victim), ['COLLEAGUE'])
    await test.database.orm.transaction(async (tx) => {
      await tx.delete(workspaceMembers).where(eq(workspaceMembers.workspaceId, shared.id))
      await tx
        .insert(workspaceMembers)
        .values({ workspaceId: shared.id, userId: colleague.id, role: 'OWNER', joinedAt: new Date() })
      await tx
        .update(workspaceRows)
        .set({ creatorUserId: colleague.id })
        .where(eq(workspaceRows.id, shared.id))
    })
    expect((await undo()).status).toBe(200)
    expect(await memberIdsOf(shared.id)).toEqual([colleague.id])
    expect(await isInvitationOpen()).toBe(false)
    expect(await ruleCount()).toBe(0)
  })

  it('is refused if another account has the previous address by now', async () => {
    await sayNo(await signIn(victim))
    test.identity.add({ subject: victim, email: 'moved@example.com' })
    await signIn(victim)
    await makeUser(test.database, { email })
    expect((await undo()).errorType).toBe('Conflict')
    expect((await userOf(userId)).email).toBe('moved@example.com')
  })

  it('is offered and possible for 30 days', async () => {
    await sayNo(await signIn(victim))
    const offered = async () => {
      const staff = await makeStaff()
      const reply = await test.send(
        staffSearch.readPerson,
        { params: { userId } },
        { session: staff.session },
      )
      return reply.body.handedOverAt
    }
    expect(await offered()).toEqual(expect.any(String))
    test.clockOffsetMs = 30 * 86_400_000
    const [before] = await test.database.orm.select().from(joinRows)
    expect(before?.before).not.toBeNull()
    await purge({ ...test.services, liveSubscriptions: [] })
    const [after] = await test.database.orm.select().from(joinRows)
    expect(after?.before).toBeNull()
    expect((await undo()).errorType).toBe('NotFound')
  })
})

testOutcomes(test, accountJoins, {
  read: allCallers('404 NotFound'),
  confirm: allCallers('404 NotFound'),
  deny: { ...allCallers('404 NotFound'), body: { keepInvitationIds: [] } },
})
