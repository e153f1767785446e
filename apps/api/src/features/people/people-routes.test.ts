/** What staff do to accounts (SPEC sections 4 and 7; RULES sections 3, 4 and 9). */
import { account } from '@portal/contract/account'
import { people } from '@portal/contract/people'
import { workspaces } from '@portal/contract/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { staffRecords } from '../../db/schema/records.ts'
import { users } from '../../db/schema/users.ts'
import { workspaces as workspaceTable } from '../../db/schema/workspaces.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'

const test = useTestApp()
const dayMs = 86_400_000
const makeStaff = () => makeSignedIn(test, { email: 'sasha@systeminit.com' })

const quarantine = (me: SignedIn, userId: string, isQuarantined: boolean, reason: string | null = null) =>
  test.send(
    people.setQuarantine,
    { params: { userId }, body: { isQuarantined, reason } },
    { session: me.session },
  )
const suspend = (me: SignedIn, userId: string, isSuspended: boolean) =>
  test.send(people.setSuspension, { params: { userId }, body: { isSuspended } }, { session: me.session })
const restore = (me: SignedIn, userId: string) =>
  test.send(people.restore, { params: { userId }, body: {} }, { session: me.session })
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)
const records = () => test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)

describe('a pause', () => {
  it.each([
    ['quarantine', quarantine, 'AccountQuarantined', 'quarantinedAt'],
    ['suspension', suspend, 'AccountSuspended', 'suspendedAt'],
  ] as const)(
    'by %s confines sessions and refuses tokens while it lasts, and ends neither',
    async (_, set, type, column) => {
      const staff = await makeStaff()
      const person = await makeSignedIn(test)
      const workspace = await makeWorkspace(test.database, person.user)
      const facts = { userId: person.user.id, workspaceId: workspace.id, kind: 'api' } as const
      const { token } = await issueToken(test, facts)
      const paused = await set(staff, person.user.id, true)
      expect(paused.body.user).toMatchObject({ id: person.user.id, [column]: expect.any(String) })
      const session = { session: person.session }
      expect((await test.send(workspaces.list, {}, session)).errorType).toBe(type)
      expect((await test.send(account.whoami, {}, session)).body.user[column]).not.toBeNull()
      expect((await test.send(workspaces.list, {}, { bearer: token })).errorType).toBe(type)
      expect((await set(staff, person.user.id, false)).body.user[column]).toBeNull()
      expect((await test.send(workspaces.list, {}, session)).status).toBe(200)
      expect((await test.send(workspaces.list, {}, { bearer: token })).status).toBe(200)
    },
  )

  it('is told to the person by mail when it begins and when it ends, not when nothing changes', async () => {
    const staff = await makeStaff()
    const { id, email } = await makeUser(test.database)
    await quarantine(staff, id, false)
    await quarantine(staff, id, true)
    await quarantine(staff, id, true)
    await suspend(staff, id, true)
    await quarantine(staff, id, false)
    await suspend(staff, id, false)
    expect(subjectsTo(email)).toEqual([
      'Your System Initiative account is quarantined',
      'Your System Initiative account is paused',
      'Your System Initiative account: the quarantine has ended',
      'Your System Initiative account is open again',
    ])
  })

  it('keeps its first date, and touches nothing of the other', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    const first = (await quarantine(staff, id, true)).body.user
    test.clockOffsetMs = 3_600_000
    expect((await quarantine(staff, id, true)).body.user).toEqual(first)
    const both = (await suspend(staff, id, true)).body.user
    expect(both.quarantinedAt).toBe(first.quarantinedAt)
    expect(both.suspendedAt).not.toBe(first.quarantinedAt)
  })

  it('is recorded with who, on whom, before, after and why', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    const { quarantinedAt } = (await quarantine(staff, id, true, ' Spam ')).body.user
    test.clockOffsetMs = 1_000
    await quarantine(staff, id, false)
    expect(await records()).toMatchObject([
      {
        staffUserId: staff.user.id,
        act: 'person.quarantined',
        aboutUserId: id,
        before: { quarantinedAt: null },
        after: { quarantinedAt },
        reason: 'Spam',
        ipAddress: '127.0.0.1',
      },
      {
        act: 'person.unquarantined',
        before: { quarantinedAt },
        after: { quarantinedAt: null },
        reason: null,
      },
    ])
  })

  it('is never of oneself, of nobody, of a deleted account, nor by others than staff', async () => {
    const staff = await makeStaff()
    const person = await makeSignedIn(test)
    const gone = await makeUser(test.database, { deletedAt: new Date() })
    for (const set of [quarantine, suspend]) {
      expect((await set(staff, staff.user.id, true)).errorType).toBe('Conflict')
      expect((await set(staff, 'nobody', true)).errorType).toBe('NotFound')
      expect((await set(staff, gone.id, true)).errorType).toBe('NotFound')
      expect((await set(person, person.user.id, true)).errorType).toBe('NotStaff')
    }
    const unverified = await makeSignedIn(test, { email: 'other@systeminit.com', emailVerified: false })
    expect((await quarantine(unverified, person.user.id, true)).errorType).toBe('EmailNotVerified')
    expect(await records()).toEqual([])
    expect(test.jobs.sent).toEqual([])
  })
})

describe('restoring an account', () => {
  const makeDeleted = async (daysAgo: number, values: Parameters<typeof makeUser>[1] = {}) => {
    const deletedAt = new Date(Date.now() - daysAgo * dayMs)
    const user = await makeUser(test.database, { ...values, deletedAt })
    return { user, deletedAt }
  }

  it('brings back the workspaces that went with it, and none that was deleted before', async () => {
    const staff = await makeStaff()
    const { user, deletedAt } = await makeDeleted(29)
    const withIt = await makeWorkspace(test.database, user, { deletedAt, deletedByUserId: user.id })
    const before = { deletedAt: new Date(deletedAt.getTime() - 1_000), deletedByUserId: user.id }
    await makeWorkspace(test.database, user, before)
    const reply = await restore(staff, user.id)
    expect(reply.body.user).toMatchObject({ id: user.id, email: user.email })
    const there = await test.database.orm.select().from(workspaceTable)
    expect(there.filter((workspace) => workspace.deletedAt === null).map(({ id }) => id)).toEqual([withIt.id])
    const [row] = await test.database.orm.select().from(users).where(eq(users.id, user.id))
    expect(row?.deletedAt).toBeNull()
    expect(await records()).toMatchObject([
      { act: 'person.restored', aboutUserId: user.id, after: { workspaceIds: [withIt.id] } },
    ])
    expect(subjectsTo(user.email)).toEqual(['Your System Initiative account has been restored'])
  })

  it('is too late after 30 days, and nothing for an account that is there', async () => {
    const staff = await makeStaff()
    const { user } = await makeDeleted(30.01)
    expect((await restore(staff, user.id)).errorType).toBe('NotFound')
    const there = await makeUser(test.database)
    expect((await restore(staff, there.id)).errorType).toBe('NotFound')
    expect((await restore(staff, 'nobody')).errorType).toBe('NotFound')
  })

  it('is refused when the address has a new account', async () => {
    const staff = await makeStaff()
    const { user, deletedAt } = await makeDeleted(1, { email: 'Taken@example.com' })
    await makeWorkspace(test.database, user, { deletedAt, deletedByUserId: user.id })
    await makeUser(test.database, { email: 'taken@example.com' })
    expect((await restore(staff, user.id)).errorType).toBe('Conflict')
    const [workspace] = await test.database.orm.select().from(workspaceTable)
    expect(workspace?.deletedAt).not.toBeNull()
    expect(await records()).toEqual([])
  })
})
