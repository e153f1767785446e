import { account } from '@portal/contract/account/account'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { staffRecords as staffRecordCalls } from '@portal/contract/staff/records/records'
import { tokens } from '@portal/contract/tokens/tokens'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeSession, makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { staffWrite } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { workspaceActivity } from '../../activity/activity-table.ts'
import { handoffCodes } from '../../handoff/handoff-table.ts'
import { serviceAccounts } from '../../service-accounts/service-account-table.ts'
import { sessions } from '../../sessions/session-table.ts'
import { authTokens } from '../../tokens/token-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const makeStaff = () => makeSignedIn(test, { email: 'sasha@systeminit.com' })

const reason = 'Leaked laptop'
const endSessions = (as: SignedIn, userId: string) =>
  test.send(staffAccounts.endSessions, { params: { userId }, body: { reason } }, { session: as.session })
const revokeTokens = (as: SignedIn, userId: string) =>
  test.send(staffAccounts.revokeTokens, { params: { userId }, body: { reason } }, { session: as.session })

const whoami = async (as: { session: string } | { bearer: string }) =>
  (await test.send(account.whoami, {}, as)).status
const recordsOf = (userId: string) =>
  test.database.orm.select().from(staffRecords).where(eq(staffRecords.aboutUserId, userId))
const accessShownTo = async ({ user, session }: SignedIn) =>
  (await test.send(staffRecordCalls.listAccess, { params: { userId: user.id } }, { session })).body

async function makeApiToken({ session }: SignedIn, workspaceId: string, name: string): Promise<string> {
  const { body } = await test.send(
    tokens.create,
    { params: { workspaceId }, body: { name, expiration: '1d' } },
    { session },
  )
  return body.token
}

/** A token row without its signed value. */
async function insertToken(
  values: Partial<typeof authTokens.$inferInsert> & { id: string; userId: string; workspaceId: string },
) {
  const dates = { createdAt: test.now(), expiresAt: new Date(test.now().getTime() + 60_000) }
  await test.database.orm.insert(authTokens).values({ kind: 'api', name: values.id, ...dates, ...values })
}

const isRevoked = async (id: string) => {
  const [row] = await test.database.orm.select().from(authTokens).where(eq(authTokens.id, id))
  return row?.revokedAt !== null
}

describe('staffAccounts.endSessions', () => {
  it('ends browser, command-line and instance sessions, deletes hand-off codes, and keeps API tokens', async () => {
    const staff = await makeStaff()
    const ada = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, ada.user)
    const token = await makeApiToken(ada, workspace.id, 'Deploys')
    const ids = { userId: ada.user.id, workspaceId: workspace.id }
    const { id: sessionId } = await makeSession(test.database, ada.user, { clientId: 'si-cli' })
    await insertToken({ id: 'instance', kind: 'instance', sessionId, ...ids })
    await test.database.orm.insert(handoffCodes).values({
      ...ids,
      sessionId,
      codeHash: Buffer.from('code'),
      instanceUrl: workspace.instanceUrl,
      expiresAt: new Date(test.now().getTime() + 60_000),
    })
    expect((await endSessions(staff, ada.user.id)).body).toEqual({ endedCount: 3 })
    expect(await whoami(ada)).toBe(401)
    const open = await test.database.orm.select().from(sessions).where(eq(sessions.userId, ada.user.id))
    expect(open.map(({ endedAt }) => endedAt)).not.toContain(null)
    expect(await isRevoked('instance')).toBe(true)
    expect(await test.database.orm.select().from(handoffCodes)).toEqual([])
    expect(await whoami({ bearer: token })).toBe(200)
  })

  it('is recorded with its reason, mailed to the user and shown to them immediately', async () => {
    const staff = await makeStaff()
    const ada = await makeSignedIn(test)
    await endSessions(staff, ada.user.id)
    expect(await recordsOf(ada.user.id)).toMatchObject([
      { staffUserId: staff.user.id, act: 'person.sessions-ended', after: { count: 1 }, reason },
    ])
    const [mail] = test.jobs.mailsTo(ada.user.email)
    expect(mail?.subject).toMatch(/^You have been signed out of .* everywhere$/)
    expect(mail?.text).toContain(`Reason: ${reason}`)
    const { token: session } = await makeSession(test.database, ada.user)
    expect(await accessShownTo({ ...ada, session })).toMatchObject([{ act: 'person.sessions-ended', reason }])
  })

  it('leaves the sessions of every other user open', async () => {
    const staff = await makeStaff()
    const [ada, bob] = [await makeSignedIn(test), await makeSignedIn(test)]
    await endSessions(staff, ada.user.id)
    expect([await whoami(bob), await whoami(staff)]).toEqual([200, 200])
  })

  it('ends nothing and mails nothing when repeated, and mails nothing to an unverified address', async () => {
    const staff = await makeStaff()
    const ada = await makeSignedIn(test)
    await endSessions(staff, ada.user.id)
    expect((await endSessions(staff, ada.user.id)).body).toEqual({ endedCount: 0 })
    expect(test.jobs.mailsTo(ada.user.email)).toHaveLength(1)
    const unverified = await makeSignedIn(test, { emailVerified: false })
    expect((await endSessions(staff, unverified.user.id)).body).toEqual({ endedCount: 1 })
    expect(test.jobs.mailsTo(unverified.user.email)).toEqual([])
  })
})

describe('staffAccounts.revokeTokens', () => {
  it('revokes the API tokens of the user in every workspace, and neither sessions nor tokens of service accounts', async () => {
    const staff = await makeStaff()
    const ada = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, ada.user)
    const other = await makeWorkspace(test.database, ada.user)
    const revoked = [
      await makeApiToken(ada, workspace.id, 'Deploys'),
      await makeApiToken(ada, other.id, 'Backups'),
    ]
    const of = { userId: ada.user.id, workspaceId: workspace.id }
    await test.database.orm.insert(serviceAccounts).values({
      id: 'robot',
      workspaceId: workspace.id,
      name: 'Robot',
      nameKey: 'robot',
      createdByUserId: ada.user.id,
      createdAt: test.now(),
    })
    await insertToken({ id: 'of-robot', serviceAccountId: 'robot', ...of })
    expect((await revokeTokens(staff, ada.user.id)).body).toEqual({ revokedCount: 2 })
    for (const token of revoked) expect(await whoami({ bearer: token })).toBe(401)
    expect(await whoami(ada)).toBe(200)
    expect(await isRevoked('of-robot')).toBe(false)
  })

  it('is recorded, mailed, shown to the user, and part of the activity of each workspace without the staff member', async () => {
    const staff = await makeStaff()
    const ada = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, ada.user)
    await makeApiToken(ada, workspace.id, 'Deploys')
    await revokeTokens(staff, ada.user.id)
    expect(await recordsOf(ada.user.id)).toMatchObject([
      { staffUserId: staff.user.id, act: 'person.tokens-revoked', after: { count: 1 }, reason },
    ])
    expect(test.jobs.mailsTo(ada.user.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Your .* API tokens have been revoked$/),
    )
    expect(await accessShownTo(ada)).toMatchObject([{ act: 'person.tokens-revoked', reason }])
    const activity = await test.database.orm
      .select()
      .from(workspaceActivity)
      .where(eq(workspaceActivity.act, 'token.revoked'))
    expect(activity).toMatchObject([
      { workspaceId: workspace.id, actorUserId: null, subject: 'Deploys (by staff)', ipAddress: null },
    ])
  })

  it('leaves the tokens of every other user active', async () => {
    const staff = await makeStaff()
    const [ada, bob] = [await makeSignedIn(test), await makeSignedIn(test)]
    const workspace = await makeWorkspace(test.database, bob.user)
    const token = await makeApiToken(bob, workspace.id, 'Deploys')
    expect((await revokeTokens(staff, ada.user.id)).body).toEqual({ revokedCount: 0 })
    expect(await whoami({ bearer: token })).toBe(200)
    expect(test.jobs.mailsTo(ada.user.email)).toEqual([])
  })
})

describe.each([
  ['staffAccounts.endSessions', endSessions],
  ['staffAccounts.revokeTokens', revokeTokens],
])('%s', (_, send) => {
  it('refuses callers who are not staff, even for their own account', async () => {
    const ada = await makeSignedIn(test)
    const bob = await makeSignedIn(test)
    expect((await send(bob, ada.user.id)).errorType).toBe('NotStaff')
    expect((await send(ada, ada.user.id)).errorType).toBe('NotStaff')
    expect(await whoami(ada)).toBe(200)
  })

  it('refuses an unknown account, a deleted account and the account of the staff member', async () => {
    const staff = await makeStaff()
    const deleted = await makeUser(test.database, { deletedAt: new Date() })
    expect((await send(staff, 'nobody')).errorType).toBe('NotFound')
    expect((await send(staff, deleted.id)).errorType).toBe('NotFound')
    expect(await send(staff, staff.user.id)).toMatchObject({
      errorType: 'Conflict',
      body: { message: 'This is your own account. Use the Security section of your account.' },
    })
    expect(await whoami(staff)).toBe(200)
    expect(await recordsOf(deleted.id)).toEqual([])
  })

  it('needs a fresh sign-in', async () => {
    const user = await makeUser(test.database, { email: 'robin@systeminit.com' })
    const { token: session } = await makeSession(test.database, user, { authenticatedAt: new Date(0) })
    const ada = await makeSignedIn(test)
    const reply = await test.send(
      send === endSessions ? staffAccounts.endSessions : staffAccounts.revokeTokens,
      { params: { userId: ada.user.id }, body: {} },
      { session },
    )
    expect(reply.status).toBe(401)
    expect(reply.errorType).toBe('FreshSignInRequired')
    expect(await whoami(ada)).toBe(200)
  })
})

testOutcomes(test, staffAccounts, {
  restore: { ...staffWrite('404 NotFound'), body: {} },
  endSessions: { ...staffWrite('409 Conflict'), body: {} },
  undoJoin: { ...staffWrite('409 Conflict'), body: {} },
  revokeTokens: { ...staffWrite('409 Conflict'), body: {} },
})
