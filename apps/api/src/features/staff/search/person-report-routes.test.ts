import { staffSearch } from '@portal/contract/staff/search/search'
import { isNotNull, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { billingAccounts } from '../../billing/billing-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()

async function makeReading() {
  const me = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const read = (userId: string) =>
    test.send(staffSearch.readPerson, { params: { userId } }, { session: me.session })
  return { me, read }
}

it('The person report contains the account, its identities, workspaces, sessions, tokens and billing', async () => {
  const { read } = await makeReading()
  const person = await makeSignedIn(
    test,
    { email: 'Ada@example.com', githubUsername: 'ada' },
    { userAgent: 'A browser', ipAddress: '203.0.113.7' },
  )
  await makeSession(test.database, person.user, { endedAt: new Date() })
  await makeSession(test.database, person.user, { lastSeenAt: new Date('2020-01-01T00:00:00Z') })
  const own = await makeWorkspace(test.database, person.user, { displayName: 'Own' })
  const foreign = await makeWorkspace(test.database, await makeUser(test.database), {
    displayName: 'Foreign',
    quarantinedAt: new Date('2024-08-14T10:00:00Z'),
  })
  await addMember(test.database, foreign, person.user, 'EDITOR', { joinedAt: new Date('2020-01-01') })
  await makeWorkspace(test.database, person.user, { deletedAt: new Date() })
  const facts = { userId: person.user.id, workspaceId: own.id } as const
  const api = await issueToken(test, { ...facts, kind: 'api' })
  const instance = await issueToken(test, { ...facts, kind: 'instance' })
  await issueToken(test, { ...facts, kind: 'api', revokedAt: new Date() })
  await issueToken(test, { ...facts, kind: 'api', expiresAt: new Date(Date.now() - 1_000) })
  await test.database.orm.insert(billingAccounts).values({
    userId: person.user.id,
    customerId: 'cus_1',
    hasPaymentDetails: true,
    planCode: 'monthly',
    subscriptionStatus: 'active',
    unpaidSince: new Date('2024-08-01T00:00:00Z'),
  })
  const { body } = await read(person.user.id)
  expect(body.user).toMatchObject({
    id: person.user.id,
    email: 'Ada@example.com',
    emailVerified: true,
    githubUsername: 'ada',
    agreedTosVersionId: '2024-09-25',
    deletedAt: null,
  })
  expect([body.quarantine, body.suspension]).toEqual([null, null])
  expect(body.identities).toMatchObject([{ subject: person.user.auth0Id, isEmailVerified: true }])
  expect(body.workspaces).toEqual([
    { id: own.id, displayName: 'Own', role: 'OWNER', instanceUrl: own.instanceUrl, quarantinedAt: null },
    {
      id: foreign.id,
      displayName: 'Foreign',
      role: 'EDITOR',
      instanceUrl: foreign.instanceUrl,
      quarantinedAt: '2024-08-14T10:00:00.000Z',
    },
  ])
  expect(body.workspaceCount).toBe(2)
  expect(body.sessions).toMatchObject([
    { id: person.sessionId, userAgent: 'A browser', ipAddress: '203.0.113.7' },
  ])
  expect(body.tokens.map(({ id, kind, workspaceName }) => [id, kind, workspaceName]).sort()).toEqual(
    [
      [api.id, 'api', 'Own'],
      [instance.id, 'instance', 'Own'],
    ].sort(),
  )
  expect(body.billing).toEqual({
    activeSubscription: { planCode: 'monthly', isTrial: false, endingAt: null, exceededFreeTier: false },
    paymentDetailsSet: true,
    customerId: 'cus_1',
    unpaidSince: '2024-08-01T00:00:00.000Z',
  })
})

it('The person report contains the reason, end and staff member of each pause', async () => {
  const { me, read } = await makeReading()
  const { id } = await makeUser(test.database, {
    quarantinedAt: new Date('2024-08-14T10:00:00Z'),
    quarantineReason: 'Spam',
    quarantinedUntil: new Date('2024-08-20T10:00:00Z'),
    quarantinedByUserId: me.user.id,
    suspendedAt: new Date('2024-08-15T10:00:00Z'),
    isSuspendedUnpaid: true,
  })
  const { body } = await read(id)
  expect(body.quarantine).toEqual({
    since: '2024-08-14T10:00:00.000Z',
    until: '2024-08-20T10:00:00.000Z',
    reason: 'Spam',
    byEmail: 'sasha@systeminit.com',
  })
  expect(body.suspension).toEqual({
    since: '2024-08-15T10:00:00.000Z',
    until: null,
    reason: null,
    byEmail: null,
  })
})

it('The person report works for deleted accounts and accounts without a sign-in, and contains no secret', async () => {
  const { read } = await makeReading()
  const gone = await makeUser(test.database, {
    auth0Id: null,
    deletedAt: new Date('2024-08-14T10:00:00Z'),
  })
  const { body } = await read(gone.id)
  expect(body.user).toMatchObject({ auth0Id: null, deletedAt: '2024-08-14T10:00:00.000Z' })
  const person = await makeSignedIn(test, {}, { providerToken: Buffer.from('provider secret') })
  const workspace = await makeWorkspace(test.database, person.user)
  const text = JSON.stringify((await read(person.user.id)).body)
  for (const secret of [workspace.token, person.session]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/hash|secret/i)
})

it('The person report lists at most 200 workspaces and returns their total number', async () => {
  const { read } = await makeReading()
  const person = await makeUser(test.database)
  await test.database.transaction(async (tx) => {
    for (let at = 0; at < 203; at += 1) await makeWorkspace({ orm: tx }, person)
  })
  const { body } = await read(person.id)
  expect([body.workspaces.length, body.workspaceCount]).toEqual([200, 203])
})

it('The person report is recorded on each read, also if there is no such account', async () => {
  const { me, read } = await makeReading()
  const person = await makeUser(test.database)
  await read(person.id)
  await read(person.id)
  expect((await read('nobody')).errorType).toBe('NotFound')
  const record = {
    staffUserId: me.user.id,
    act: 'looked-up.person',
    aboutUserId: person.id,
    ipAddress: '127.0.0.1',
  }
  const { orm } = test.database
  expect(await orm.select().from(staffRecords).where(isNotNull(staffRecords.aboutUserId))).toMatchObject([
    record,
    record,
  ])
  expect(await orm.select().from(staffRecords).where(isNull(staffRecords.aboutUserId))).toMatchObject([
    { ...record, aboutUserId: null, after: { text: 'nobody' } },
  ])
})
