import { account } from '@portal/contract/account/account'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { users } from '../../account/user-table.ts'
import { workspaces as workspaceTable } from '../../workspaces/workspace-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const rounds = 10

interface Facts {
  quarantinedAt: string | null
}

const makeStaff = async (): Promise<[SignedIn, SignedIn]> => [
  await makeSignedIn(test, { email: 'sasha@systeminit.com' }),
  await makeSignedIn(test, { email: 'robin@systeminit.com' }),
]
const set = (me: SignedIn, userId: string, isQuarantined: boolean) =>
  test.send(
    staffPauses.setUserQuarantine,
    { params: { userId }, body: { isQuarantined } },
    { session: me.session },
  )

const rowOf = async (userId: string) =>
  (await test.database.orm.select().from(users).where(eq(users.id, userId)))[0]
const recordsAbout = async (userId: string) => {
  const rows = await test.database.orm.select().from(staffRecords).where(eq(staffRecords.aboutUserId, userId))
  return rows.map((row) => ({
    act: row.act,
    staffUserId: row.staffUserId,
    before: (row.before as Facts).quarantinedAt,
    after: (row.after as Facts).quarantinedAt,
  }))
}

it('Two concurrent quarantines of an account leave one date and a record of each', async () => {
  const [sasha, robin] = await makeStaff()
  for (let round = 0; round < rounds; round += 1) {
    const { id, email } = await makeUser(test.database)
    const replies = await Promise.all([set(sasha, id, true), set(robin, id, true)])
    const dates = replies.map(({ body }) => body.user.quarantinedAt)
    const row = await rowOf(id)
    expect(dates).toEqual([row?.quarantinedAt?.toISOString(), row?.quarantinedAt?.toISOString()])
    const records = await recordsAbout(id)
    expect(records.map(({ staffUserId }) => staffUserId).sort()).toEqual(
      [sasha.user.id, robin.user.id].sort(),
    )
    expect(records.map(({ before }) => before).sort()).toEqual([dates[0], null].sort())
    expect(test.jobs.mailsTo(email)).toHaveLength(1)
  }
})

it('Concurrent quarantines and releases of an account leave the state of the last record', async () => {
  const [sasha, robin] = await makeStaff()
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeUser(test.database)
    await set(sasha, id, true)
    await Promise.all([
      set(sasha, id, false),
      set(robin, id, true),
      set(robin, id, false),
      set(sasha, id, true),
    ])
    const row = await rowOf(id)
    const isPaused = row?.quarantinedAt !== null
    expect([row?.quarantinedByUserId !== null, row?.quarantineReason]).toEqual([isPaused, null])
    const records = await recordsAbout(id)
    expect(records).toHaveLength(5)
    // Each starts from the state in which another ended: no change is lost, and the last one is stored.
    const last = row?.quarantinedAt?.toISOString() ?? null
    const ends = [null, ...records.map(({ after }) => after)].sort()
    expect(ends).toEqual([last, ...records.map(({ before }) => before)].sort())
  }
})

it('Concurrent pauses and profile saves of an account never overwrite each other', async () => {
  const [sasha] = await makeStaff()
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const params = { userId: me.user.id }
    const body = { nickname: 'changed' }
    const [saved] = await Promise.all([
      test.send(account.update, { params, body }, { session: me.session }),
      set(sasha, me.user.id, true),
    ])
    const row = await rowOf(me.user.id)
    expect(row?.quarantinedAt).not.toBeNull()
    expect(row?.nickname).toBe(saved.status === 200 ? 'changed' : me.user.nickname)
  }
})

it('Two concurrent quarantines of a workspace leave one date and a record of each', async () => {
  const [sasha, robin] = await makeStaff()
  const owner = await makeUser(test.database)
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeWorkspace(test.database, owner)
    const pause = (me: SignedIn) =>
      test.send(
        staffPauses.setWorkspaceQuarantine,
        { params: { workspaceId: id }, body: { isQuarantined: true } },
        { session: me.session },
      )
    const replies = await Promise.all([pause(sasha), pause(robin)])
    const [row] = await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, id))
    for (const { body } of replies)
      expect(body.workspace.quarantinedAt).toBe(row?.quarantinedAt?.toISOString())
    expect(test.jobs.mailsTo(owner.email)).toHaveLength(round + 1)
  }
})
