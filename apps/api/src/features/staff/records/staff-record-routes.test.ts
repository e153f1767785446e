import { dayMs, hourMs } from '@portal/contract/durations'
import { myData } from '@portal/contract/my-data/my-data'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { type StaffAct, staffRecords } from '@portal/contract/staff/records/records'
import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { ok, ownAccount, staffRead, staffWrite } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { recordStaffAct } from './staff-record-store.ts'
import { staffRecords as staffRecordTable } from './staff-record-table.ts'

const test = useTestApp()
const makeStaff = (email = 'sasha@systeminit.com') => makeSignedIn(test, { email })

type Query = Parameters<typeof list>[1]
const list = (
  me: SignedIn,
  query: {
    act?: StaffAct
    kind?: 'action'
    staffUserId?: string
    aboutUserId?: string
    search?: string
    limit?: string
  } = {},
) => test.send(staffRecords.list, { query }, { session: me.session })
const accessTo = async (me: SignedIn, query: { limit?: string; after?: string } = {}) =>
  (
    await test.send(
      staffRecords.listAccess,
      { params: { userId: me.user.id }, query },
      { session: me.session },
    )
  ).body
const withhold = (me: SignedIn, recordId: string, reason = 'An inquiry of the police') =>
  test.send(staffRecords.withhold, { params: { recordId }, body: { reason } }, { session: me.session })
const lookAt = (me: SignedIn, userId: string) =>
  test.send(staffSearch.readPerson, { params: { userId } }, { session: me.session })

/** Inserts records one second apart and returns their ids, oldest first. */
async function record(me: SignedIn, aboutUserId: string, acts: StaffAct[], daysAgo = 0): Promise<string[]> {
  const start = test.now().getTime() - daysAgo * dayMs
  for (const [at, act] of acts.entries())
    await recordStaffAct(test.database.orm, {
      staffUserId: me.user.id,
      act,
      aboutUserId,
      ipAddress: '203.0.113.7',
      at: new Date(start + at * 1_000),
    })
  const { body } = await list(me, { aboutUserId })
  return body
    .slice(0, acts.length)
    .map(({ id }) => id)
    .reverse()
}

describe('The staff log', () => {
  it('returns who did what to which user, why, and before and after, newest first', async () => {
    const me = await makeStaff()
    const person = await makeUser(test.database, { firstName: 'Ada', lastName: 'Bell' })
    const params = { userId: person.id }
    const body = { isQuarantined: true, reason: 'Spam' }
    await test.send(staffPauses.setUserQuarantine, { params, body }, { session: me.session })
    test.clockOffsetMs = 1_000
    await lookAt(me, person.id)
    const rows = (await list(me)).body
    expect(rows.map(({ act }) => act)).toEqual(['looked-up.person', 'person.quarantined'])
    expect(rows[1]).toMatchObject({
      staff: { id: me.user.id, email: 'sasha@systeminit.com' },
      aboutUser: { id: person.id, email: person.email, firstName: 'Ada', lastName: 'Bell' },
      aboutWorkspace: null,
      before: { quarantinedAt: null },
      after: { quarantinedAt: expect.any(String), reason: 'Spam' },
      reason: 'Spam',
      ipAddress: '127.0.0.1',
      withheldReason: null,
    })
  })

  it('can be filtered by action, kind, staff member, affected user and address prefix', async () => {
    const [sasha, robin] = [await makeStaff(), await makeStaff('robin@systeminit.com')]
    const ada = await makeUser(test.database, { email: 'Ada@example.com' })
    const grace = await makeUser(test.database, { email: 'grace_h@example.com' })
    await record(sasha, ada.id, ['looked-up.person'], 3)
    await record(sasha, grace.id, ['person.quarantined'], 2)
    await record(robin, ada.id, ['looked-up.person', 'person.suspended'], 1)
    const found = async (query: Query) => {
      const { body } = await list(sasha, query)
      // Each read of the log is recorded too.
      return body.map(({ act }) => act).filter((act) => act !== 'looked-up.staff-log')
    }
    expect(await found({})).toHaveLength(4)
    expect(await found({ act: 'looked-up.person' })).toHaveLength(2)
    expect(await found({ kind: 'action' })).toEqual(['person.suspended', 'person.quarantined'])
    expect(await found({ staffUserId: robin.user.id })).toEqual(['person.suspended', 'looked-up.person'])
    expect(await found({ aboutUserId: grace.id })).toEqual(['person.quarantined'])
    expect(await found({ search: ' ROBIN@ ' })).toHaveLength(2)
    expect(await found({ search: 'ada' })).toHaveLength(3)
    expect(await found({ search: 'grace_' })).toHaveLength(1)
    expect(await found({ search: 'grace%' })).toEqual([])
    expect(await found({ search: '' })).toHaveLength(4)
    expect(await found({ search: 'ada', act: 'person.suspended', staffUserId: sasha.user.id })).toEqual([])
  })

  it("can be filtered by workspace, and returns the workspace's name", async () => {
    const me = await makeStaff()
    const workspace = await makeWorkspace(test.database, me.user, { displayName: 'Production' })
    const params = { workspaceId: workspace.id }
    await test.send(staffSearch.readWorkspace, { params }, { session: me.session })
    test.clockOffsetMs = 1_000
    await lookAt(me, me.user.id)
    const query = { aboutWorkspaceId: workspace.id }
    const { body } = await test.send(staffRecords.list, { query }, { session: me.session })
    expect(body).toMatchObject([
      { act: 'looked-up.workspace', aboutWorkspace: { id: workspace.id, displayName: 'Production' } },
    ])
  })

  it('returns 100 rows by default and pages by id', async () => {
    const me = await makeStaff()
    const acts = Array.from({ length: 103 }, (): StaffAct => 'looked-up.person')
    await record(me, me.user.id, acts, 1)
    const aboutUserId = me.user.id
    const first = (await list(me, { aboutUserId })).body
    expect(first).toHaveLength(100)
    const query = { aboutUserId, after: first.at(-1)?.id ?? '' }
    expect((await test.send(staffRecords.list, { query }, { session: me.session })).body).toHaveLength(3)
    expect((await list(me, { aboutUserId, limit: '2' })).body).toEqual(first.slice(0, 2))
  })

  it('records who read it with which filter, once an hour, and does not show the record to users', async () => {
    const [sasha, robin] = [await makeStaff(), await makeStaff('robin@systeminit.com')]
    const reads = async () =>
      (await test.database.orm.select().from(staffRecordTable)).map(
        ({ staffUserId, after, aboutUserId }) => ({
          staffUserId,
          after,
          aboutUserId,
        }),
      )
    const [bySasha, byRobin] = [sasha, robin].map(({ user }) => ({ staffUserId: user.id, aboutUserId: null }))
    await list(sasha)
    await list(sasha, { limit: '2' })
    await list(sasha, { search: ' ada@ ' })
    await list(robin)
    expect(await reads()).toEqual([
      { ...bySasha, after: {} },
      { ...bySasha, after: { text: 'ada@' } },
      { ...byRobin, after: {} },
    ])
    test.clockOffsetMs = hourMs + 1_000
    await list(sasha)
    expect(await reads()).toHaveLength(4)
    expect(await accessTo(sasha)).toEqual([])
  })
})

describe('The records that a user sees about themselves', () => {
  it('contain actions immediately and look-ups after 30 days, without the staff member and their address', async () => {
    const me = await makeStaff()
    const person = await makeSignedIn(test)
    await record(me, person.user.id, ['looked-up.person'], 30.01)
    await record(me, person.user.id, ['looked-up.people-of-address'], 29.99)
    await record(me, person.user.id, ['person.suspended'])
    await record(me, me.user.id, ['person.quarantined'])
    const rows = await accessTo(person)
    expect(rows.map(({ act }) => act)).toEqual(['person.suspended', 'looked-up.person'])
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['act', 'at', 'id', 'reason'])
    test.clockOffsetMs = 0.02 * dayMs
    expect(await accessTo(person)).toHaveLength(3)
  })

  it('are the same as those in the data download', async () => {
    const me = await makeStaff()
    const person = await makeSignedIn(test)
    const [seen = ''] = await record(me, person.user.id, ['looked-up.person'], 33)
    const [withheld = ''] = await record(me, person.user.id, ['looked-up.person'], 32)
    await withhold(await makeStaff('robin@systeminit.com'), withheld)
    const params = { userId: person.user.id }
    const { body } = await test.send(myData.download, { params }, { session: person.session })
    expect(body.staffRecords).toMatchObject([{ id: seen }])
    expect((await accessTo(person)).map(({ id }) => id)).toEqual([seen])
    expect(JSON.stringify(body.staffRecords)).not.toContain(me.user.id)
  })

  it('are visible only to that user, and are paged', async () => {
    const me = await makeStaff()
    const person = await makeSignedIn(test)
    await record(me, person.user.id, ['person.quarantined', 'person.unquarantined', 'person.restored'])
    const whole = await accessTo(person)
    const first = await accessTo(person, { limit: '2' })
    const rest = await accessTo(person, { after: first.at(-1)?.id ?? '' })
    expect([...first, ...rest]).toEqual(whole)
    const params = { userId: person.user.id }
    const foreign = await test.send(staffRecords.listAccess, { params }, { session: me.session })
    expect(foreign.errorType).toBe('NotFound')
  })
})

describe('Withholding a look-up', () => {
  it('hides it from the user with a reason that staff can read, and leaves the record unchanged', async () => {
    const me = await makeStaff()
    const person = await makeSignedIn(test)
    const [id = ''] = await record(me, person.user.id, ['looked-up.person'], 31)
    const before = await test.database.orm.select().from(staffRecordTable)
    expect(await accessTo(person)).toHaveLength(1)
    const another = await makeStaff('robin@systeminit.com')
    expect((await withhold(another, id, ' A police inquiry ')).status).toBe(204)
    expect(await accessTo(person)).toEqual([])
    expect((await list(me, { aboutUserId: person.user.id })).body).toMatchObject([
      { act: 'record.withheld', aboutUser: { id: person.user.id }, reason: 'A police inquiry' },
      { id, withheldReason: 'A police inquiry' },
    ])
    expect(await test.database.orm.select().from(staffRecordTable)).toEqual(expect.arrayContaining(before))
  })

  it('is refused for actions, for look-ups without a user, for unknown records, without a reason of ten characters, to the staff member who looked, and twice', async () => {
    const me = await makeStaff()
    const person = await makeUser(test.database)
    const [look = '', act = ''] = await record(me, person.id, ['looked-up.person', 'person.quarantined'])
    const another = await makeStaff('robin@systeminit.com')
    for (const reason of ['   ', '.', 'too short'])
      expect((await withhold(another, look, reason)).errorType).toBe('ValidationError')
    expect((await withhold(me, look)).error).toMatchObject({
      type: 'Conflict',
      message: 'You made this look-up. Ask another staff member to withhold it.',
    })
    expect((await withhold(another, act)).error).toMatchObject({
      type: 'Conflict',
      message: 'Only a look-up can be withheld. Actions are always shown to the user.',
    })
    expect((await withhold(another, 'nothing')).errorType).toBe('NotFound')
    const tries = await Promise.all([
      withhold(another, look),
      withhold(another, look),
      withhold(another, look),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    const [withheld] = (await list(me, { act: 'record.withheld' })).body
    expect((await withhold(another, withheld?.id ?? '')).errorType).toBe('Conflict')
    await test.send(staffSearch.search, { query: { text: 'matches nobody' } }, { session: me.session })
    const [search] = (await list(me, { act: 'looked-up.search' })).body
    expect((await withhold(another, search?.id ?? '')).errorType).toBe('Conflict')
    expect((await list(me, { act: 'record.withheld' })).body).toHaveLength(1)
  })
})

testOutcomes(test, staffRecords, {
  list: staffRead(ok),
  withhold: { ...staffWrite('404 NotFound'), body: { reason: 'An inquiry of the police' } },
  listAccess: ownAccount(ok),
})
