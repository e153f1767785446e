import { dayMs } from '@portal/contract/durations'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { users } from '../../account/user-table.ts'
import { workspaces as workspaceTable } from '../../workspaces/workspace-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const makeStaff = () => makeSignedIn(test, { email: 'sasha@systeminit.com' })

const restore = (me: SignedIn, userId: string) =>
  test.send(staffAccounts.restore, { params: { userId }, body: {} }, { session: me.session })
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)
const records = () =>
  test.database.orm.select().from(staffRecords).orderBy(staffRecords.at, staffRecords.aboutUserId)

describe('staffAccounts.restore', () => {
  const makeDeleted = async (daysAgo: number, values: Parameters<typeof makeUser>[1] = {}) => {
    const deletedAt = new Date(Date.now() - daysAgo * dayMs)
    const user = await makeUser(test.database, { ...values, deletedAt })
    return { user, deletedAt }
  }

  it('also restores the workspaces deleted with it, but none deleted earlier', async () => {
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

  it('sends no mail to an address that is not verified', async () => {
    const staff = await makeStaff()
    const { user } = await makeDeleted(1, { emailVerified: false })
    expect((await restore(staff, user.id)).status).toBe(200)
    expect(subjectsTo(user.email)).toEqual([])
  })

  it('returns 404 after 30 days and for an account that is not deleted', async () => {
    const staff = await makeStaff()
    const { user } = await makeDeleted(30.01)
    expect((await restore(staff, user.id)).errorType).toBe('NotFound')
    const there = await makeUser(test.database)
    expect((await restore(staff, there.id)).errorType).toBe('NotFound')
    expect((await restore(staff, 'nobody')).errorType).toBe('NotFound')
  })

  it('is refused if another account now uses the address', async () => {
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
