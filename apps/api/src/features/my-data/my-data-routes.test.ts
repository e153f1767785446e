import { dayMs } from '@portal/contract/durations'
import { myData } from '@portal/contract/my-data/my-data'
import { tokens } from '@portal/contract/tokens/tokens'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam } from '../../testing/make-team.ts'
import { ok, ownAccount } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { billingAccounts } from '../billing/billing-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { tosAgreements } from '../legal/legal-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'

const test = useTestApp()

const download = (me: SignedIn, userId = me.user.id) =>
  test.send(myData.download, { params: { userId } }, { session: me.session })

interface MyData {
  account: Record<string, unknown>
  [part: string]: unknown
}
type Rows = Record<string, unknown>[]
const dataOf = async (me: SignedIn) => (await download(me)).body as MyData

async function invite(workspaceId: string, invitedByUserId: string, email: string) {
  const at = new Date()
  const dates = { createdAt: at, sentAt: at, expiresAt: new Date(at.getTime() + dayMs) }
  await test.database.orm.insert(workspaceInvitations).values({
    id: ulid(),
    workspaceId,
    email,
    emailKey: email,
    role: 'EDITOR',
    invitedByUserId,
    ...dates,
  })
}

describe('The data download', () => {
  it('contains the webhooks of a workspace for its owner only, without their secrets', async () => {
    const { owner, approver, params } = await makeTeam(test)
    const url = 'https://hooks.example.com/portal'
    const created = await test.send(webhooks.create, { params, body: { url, types: 'all' } }, owner)
    const { id } = created.body.webhook
    const ofWebhook = { params: { ...params, webhookId: id } }
    await test.send(webhooks.rotateSecret, { ...ofWebhook, body: { overlap: '1d' } }, owner)
    const data = await dataOf(owner)
    expect(data.webhooks).toEqual([
      {
        ...{ id, url, workspaceId: params.workspaceId, description: null, types: null },
        ...{ createdAt: expect.any(String), disabledAt: null, disabledReason: null },
      },
    ])
    expect((await dataOf(approver)).webhooks).toEqual([])
  })

  it("contains every section, with the user's own data only", async () => {
    const me = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, me.user, { displayName: 'Own' })
    const foreign = await makeWorkspace(test.database, other.user, { displayName: 'Foreign' })
    await addMember(test.database, foreign, me.user)
    const { body } = await test.send(
      tokens.create,
      { params: { workspaceId: own.id }, body: { name: 'Mine', expiration: '1d' } },
      { session: me.session },
    )
    await test.send(
      tokens.create,
      { params: { workspaceId: foreign.id }, body: { name: 'Not mine', expiration: '1d' } },
      { session: other.session },
    )
    await makeSession(test.database, me.user, { endedAt: new Date(), userAgent: 'Old browser' })
    await invite(foreign.id, other.user.id, me.user.email)
    await invite(own.id, me.user.id, 'guest@example.com')
    const { orm } = test.database
    await orm
      .insert(tosAgreements)
      .values({ userId: me.user.id, tosVersionId: '2024-09-25', agreedAt: new Date() })
    await orm.insert(billingAccounts).values({ userId: me.user.id, legalName: 'My company' })
    const data = await dataOf(me)
    expect(data.account).toMatchObject({ id: me.user.id, email: me.user.email, nickname: me.user.nickname })
    expect(data).toMatchObject({
      identities: [{ subject: me.user.auth0Id }],
      agreements: [{ tosVersionId: '2024-09-25' }],
      ownedWorkspaces: [{ id: own.id, displayName: 'Own' }],
      tokens: [{ id: body.authToken.id, name: 'Mine', kind: 'api' }],
      invitationsToMe: [{ workspaceName: 'Foreign' }],
      invitationsByMe: [{ email: 'guest@example.com' }],
      activity: [{ act: 'token.created', subject: 'Mine' }],
      billing: { legalName: 'My company' },
    })
    expect((data.memberships as Rows).map(({ workspaceName, role }) => [workspaceName, role]).sort()).toEqual(
      [
        ['Foreign', 'EDITOR'],
        ['Own', 'OWNER'],
      ],
    )
    expect((data.sessions as Rows).map(({ endedAt }) => endedAt !== null).sort()).toEqual([false, true])
  })

  it('contains no secret and no hash of one', async () => {
    const me = await makeSignedIn(test, {}, { providerToken: Buffer.from('provider secret') })
    const workspace = await makeWorkspace(test.database, me.user)
    const { body } = await test.send(
      tokens.create,
      { params: { workspaceId: workspace.id }, body: { name: 'Mine', expiration: '1d' } },
      { session: me.session },
    )
    const text = JSON.stringify(await dataOf(me))
    const [session] = await test.database.orm.select().from(sessions)
    const digest = Buffer.from(session?.tokenHash ?? [])
    const secrets = [
      workspace.token,
      body.token,
      me.session,
      digest.toString('hex'),
      digest.toString('base64'),
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/hash|providerToken|"token"|secret/i)
  })

  it('contains staff actions immediately and look-ups after 30 days, without the staff member', async () => {
    const me = await makeSignedIn(test)
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs)
    const record = { staffUserId: 'of-staff', aboutUserId: me.user.id }
    await test.database.orm.insert(staffRecords).values([
      { ...record, id: '1', act: 'looked-up.people-of-address', at: at(31) },
      { ...record, id: '2', act: 'looked-up.people-of-address', at: at(29) },
      { ...record, id: '3', act: 'person.quarantined', at: at(0), reason: 'Spam' },
      { ...record, id: '4', act: 'person.quarantined', at: at(0), aboutUserId: 'somebody-else' },
    ])
    const { staffRecords: shown } = await dataOf(me)
    expect((shown as Rows).map(({ id }) => id)).toEqual(['3', '1'])
    expect(JSON.stringify(shown)).not.toContain('of-staff')
  })

  it('contains every event of a user with more events than are read at once', async () => {
    const me = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, me.user)
    const at = new Date()
    const events = Array.from({ length: 600 }, () => ({
      id: ulid(),
      workspaceId: own.id,
      actorUserId: me.user.id,
      act: 'token.created',
      ipAddress: null,
      at,
    }))
    await test.database.orm.insert(workspaceActivity).values(events)
    const ids = ((await dataOf(me)).activity as Rows).map(({ id }) => id)
    expect(ids).toEqual(
      events
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })

  it('contains no invitations to an unverified address', async () => {
    const me = await makeSignedIn(test, { emailVerified: false })
    const owner = await makeUser(test.database)
    const workspace = await makeWorkspace(test.database, owner)
    await invite(workspace.id, owner.id, me.user.email)
    expect((await dataOf(me)).invitationsToMe).toEqual([])
  })

  it('contains no workspaces of an unverified address', async () => {
    const me = await makeSignedIn(test, { emailVerified: false })
    await makeWorkspace(test.database, me.user, { displayName: 'By staff' })
    await test.database.orm.insert(staffRecords).values({
      id: ulid(),
      staffUserId: 'of-staff',
      act: 'workspace.provisioned',
      aboutUserId: me.user.id,
      after: { displayName: 'By staff' },
      at: new Date(),
    })
    const data = await dataOf(me)
    expect([data.memberships, data.ownedWorkspaces]).toEqual([[], []])
    expect(data.staffRecords).toMatchObject([{ act: 'workspace.provisioned', after: null }])
    expect(JSON.stringify(data)).not.toContain('By staff')
  })

  it('is sent as a file, also to a user who has not accepted the terms, but not to other callers', async () => {
    const me = await makeSignedIn(test, { agreedTosVersionId: null })
    const reply = await download(me)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(reply.headers['cache-control']).toBe('no-store')
    const stranger = await makeSignedIn(test)
    expect((await download(stranger, me.user.id)).errorType).toBe('NotFound')
  })

  it.each([
    ['quarantinedAt', 'AccountQuarantined'],
    ['suspendedAt', 'AccountSuspended'],
  ])('is refused to a user with %s', async (state, errorType) => {
    expect((await download(await makeSignedIn(test, { [state]: new Date() }))).errorType).toBe(errorType)
  })
})

it('The deletion preview lists the workspaces that would be deleted and those that block the deletion', async () => {
  const me = await makeSignedIn(test)
  const alone = await makeWorkspace(test.database, me.user, { displayName: 'Alone' })
  const shared = await makeWorkspace(test.database, me.user, { displayName: 'Shared' })
  await addMember(test.database, shared, await makeUser(test.database))
  await makeWorkspace(test.database, me.user, { deletedAt: new Date() })
  const foreign = await makeWorkspace(test.database, await makeUser(test.database))
  await addMember(test.database, foreign, me.user)
  const preview = () =>
    test.send(myData.deletionPreview, { params: { userId: me.user.id } }, { session: me.session })
  expect((await preview()).body).toEqual({
    blockedBy: [{ id: shared.id, displayName: 'Shared', memberCount: 2 }],
    goesWith: [{ id: alone.id, displayName: 'Alone' }],
    leftBehind: [],
  })
  await test.send(workspaces.delete, { params: { workspaceId: shared.id } }, { session: me.session })
  expect((await preview()).body.blockedBy).toEqual([])
})

it('The deletion preview lists no workspaces of an unverified address', async () => {
  const me = await makeSignedIn(test, { emailVerified: false })
  await makeWorkspace(test.database, me.user)
  const { body } = await test.send(
    myData.deletionPreview,
    { params: { userId: me.user.id } },
    { session: me.session },
  )
  expect(body).toEqual({ blockedBy: [], goesWith: [], leftBehind: [] })
})

testOutcomes(test, myData, {
  download: ownAccount(ok),
  deletionPreview: ownAccount(ok),
  deleteAccount: {
    ...ownAccount('400 ValidationError'),
    body: { confirmation: 'somebody.else@example.com' },
  },
})
