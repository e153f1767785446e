import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { ok, staffRead, staffWrite } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const day = (date: number) => new Date(Date.UTC(2024, 7, date))

async function makeStaff() {
  const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  return { staff, as: { session: staff.session } }
}

it('staffPauses.listQuarantinedUsers returns the accounts with reason, end and staff member, latest first', async () => {
  const { staff, as } = await makeStaff()
  const plain = await makeUser(test.database, { quarantinedAt: day(14) })
  const detailed = await makeUser(test.database, {
    quarantinedAt: day(15),
    quarantineReason: 'Spam',
    quarantinedUntil: day(20),
    quarantinedByUserId: staff.user.id,
  })
  await makeUser(test.database, { quarantinedAt: day(16), deletedAt: day(17) })
  await makeUser(test.database, { suspendedAt: day(16) })
  expect((await test.send(staffPauses.listQuarantinedUsers, {}, as)).body).toEqual([
    {
      userId: detailed.id,
      email: detailed.email,
      quarantinedAt: '2024-08-15T00:00:00.000Z',
      reason: 'Spam',
      until: '2024-08-20T00:00:00.000Z',
      byEmail: 'sasha@systeminit.com',
    },
    {
      userId: plain.id,
      email: plain.email,
      quarantinedAt: '2024-08-14T00:00:00.000Z',
      reason: null,
      until: null,
      byEmail: null,
    },
  ])
})

it('staffPauses.listSuspendedUsers returns the accounts, and no staff member for an automatic suspension', async () => {
  const { as } = await makeStaff()
  const unpaid = await makeUser(test.database, {
    suspendedAt: day(14),
    suspensionReason: 'Unpaid',
    isSuspendedUnpaid: true,
  })
  expect((await test.send(staffPauses.listSuspendedUsers, {}, as)).body).toEqual([
    {
      userId: unpaid.id,
      email: unpaid.email,
      suspendedAt: '2024-08-14T00:00:00.000Z',
      reason: 'Unpaid',
      until: null,
      byEmail: null,
    },
  ])
})

it('staffPauses.listQuarantinedWorkspaces returns the quarantined workspaces', async () => {
  const { as } = await makeStaff()
  const owner = await makeUser(test.database)
  await makeWorkspace(test.database, owner)
  await makeWorkspace(test.database, owner, { quarantinedAt: day(16), deletedAt: day(17) })
  const values = { displayName: 'Paused', quarantinedAt: day(14), quarantineReason: 'Mining' }
  const { id } = await makeWorkspace(test.database, owner, values)
  expect((await test.send(staffPauses.listQuarantinedWorkspaces, {}, as)).body).toEqual([
    {
      id,
      displayName: 'Paused',
      quarantinedAt: '2024-08-14T00:00:00.000Z',
      reason: 'Mining',
      until: null,
    },
  ])
})

it('The pause lists page by the date and id of the last row, even when many pauses have the same date', async () => {
  const { as } = await makeStaff()
  for (let at = 0; at < 7; at += 1) await makeUser(test.database, { quarantinedAt: day(at < 4 ? 14 : 15) })
  const whole = (await test.send(staffPauses.listQuarantinedUsers, {}, as)).body
  const read: typeof whole = []
  let page: typeof whole
  do {
    const last = read.at(-1)
    const behind = last ? { after: `${last.quarantinedAt},${last.userId}` } : {}
    page = (await test.send(staffPauses.listQuarantinedUsers, { query: { limit: '2', ...behind } }, as)).body
    read.push(...page)
  } while (page.length > 0)
  expect(whole).toHaveLength(7)
  expect(read).toEqual(whole)
  for (const after of ['nothing', '2024-08-14', ',x', '2024-08-14T00:00:00Z,', '0000-01-01T00:00:00Z,x'])
    expect((await test.send(staffPauses.listQuarantinedUsers, { query: { after } }, as)).errorType).toBe(
      'ValidationError',
    )
})

it('Reading a list of paused accounts or workspaces is recorded without naming them, once an hour', async () => {
  const { staff, as } = await makeStaff()
  await makeUser(test.database, { quarantinedAt: day(14) })
  for (const call of [
    staffPauses.listQuarantinedUsers,
    staffPauses.listSuspendedUsers,
    staffPauses.listQuarantinedWorkspaces,
  ]) {
    await test.send(call, {}, as)
    await test.send(call, { query: { limit: '1' } }, as)
  }
  const read = { staffUserId: staff.user.id, aboutUserId: null, ipAddress: '127.0.0.1' }
  expect(await test.database.orm.select().from(staffRecords)).toMatchObject([
    { ...read, act: 'looked-up.paused-accounts', after: { pause: 'quarantine' } },
    { ...read, act: 'looked-up.paused-accounts', after: { pause: 'suspension' } },
    { ...read, act: 'looked-up.quarantined-workspaces', after: {} },
  ])
})

testOutcomes(test, staffPauses, {
  setUserQuarantine: { ...staffWrite('409 Conflict'), body: { isQuarantined: true } },
  setUserSuspension: { ...staffWrite('409 Conflict'), body: { isSuspended: true } },
  listQuarantinedUsers: staffRead(ok),
  listSuspendedUsers: staffRead(ok),
  setWorkspaceQuarantine: { ...staffWrite(ok), body: { isQuarantined: false } },
  listQuarantinedWorkspaces: staffRead(ok),
})
