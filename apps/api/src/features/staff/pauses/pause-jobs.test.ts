import { hourMs } from '@portal/contract/durations'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords as staffRecordCalls } from '@portal/contract/staff/records/records'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { users } from '../../account/user-table.ts'
import { workspaceActivity } from '../../activity/activity-table.ts'
import { workspaces as workspaceTable } from '../../workspaces/workspace-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'
import { endPauses } from './pause-jobs.ts'

const test = useTestApp()
const end = () => endPauses(test.services)
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)
const rowOf = async (userId: string) =>
  (await test.database.orm.select().from(users).where(eq(users.id, userId)))[0]

async function makeSetting() {
  const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const person = await makeSignedIn(test)
  const until = new Date(test.now().getTime() + hourMs).toISOString()
  const session = { session: staff.session }
  const params = { userId: person.user.id }
  return { staff, person, until, session, params }
}

it('Account pauses end when their end date has passed, with a mail and a record without a staff member', async () => {
  const { staff, person, until, session, params } = await makeSetting()
  await test.send(staffPauses.setUserQuarantine, { params, body: { isQuarantined: true, until } }, session)
  await test.send(staffPauses.setUserSuspension, { params, body: { isSuspended: true } }, session)
  test.clockOffsetMs = hourMs - 60_000
  await end()
  expect((await rowOf(person.user.id))?.quarantinedAt).not.toBeNull()
  test.clockOffsetMs = hourMs + 1_000
  await end()
  await end()
  const row = await rowOf(person.user.id)
  expect(row).toMatchObject({ quarantinedAt: null, quarantinedUntil: null, quarantinedByUserId: null })
  // The other pause has no end date.
  expect(row?.suspendedAt).not.toBeNull()
  expect(subjectsTo(person.user.email)).toEqual([
    'Your System Initiative account is quarantined',
    'Your System Initiative account is paused',
    'Your System Initiative account is no longer quarantined but is still paused',
  ])
  expect(test.jobs.mailsTo(person.user.email).at(-1)?.text).toContain(
    'Reason for ending the quarantine: The pause reached its end date.',
  )
  const { body } = await test.send(staffRecordCalls.list, {}, session)
  expect(body[0]).toMatchObject({
    act: 'person.unquarantined',
    staff: null,
    aboutUser: { id: person.user.id },
    reason: 'The pause reached its end date.',
    after: { quarantinedAt: null, automatic: true },
    ipAddress: null,
  })
  expect(body[1]).toMatchObject({ act: 'person.suspended', staff: { id: staff.user.id } })
  expect(body).toHaveLength(3)
})

it('Workspace pauses end when their end date has passed, with a mail to the owner', async () => {
  const { person, until, session } = await makeSetting()
  const { id } = await makeWorkspace(test.database, person.user, { displayName: 'Paused' })
  const body = { isQuarantined: true, until }
  await test.send(staffPauses.setWorkspaceQuarantine, { params: { workspaceId: id }, body }, session)
  test.clockOffsetMs = hourMs + 1_000
  await end()
  const [row] = await test.database.orm.select().from(workspaceTable)
  expect(row).toMatchObject({ quarantinedAt: null, quarantinedUntil: null, quarantineReason: null })
  expect(subjectsTo(person.user.email)).toEqual([
    'Your workspace “Paused” is quarantined',
    'Your workspace “Paused” is active again',
  ])
  const acts = await test.database.orm.select().from(workspaceActivity).orderBy(workspaceActivity.id)
  expect(acts.at(-1)).toMatchObject({
    act: 'workspace.unquarantined',
    subject: 'The pause reached its end date.',
  })
})

it('Each of many pauses ends once when several processes end them concurrently', async () => {
  const by = await makeUser(test.database, { email: 'sasha@systeminit.com' })
  const past = new Date(Date.now() - hourMs)
  for (let at = 0; at < 130; at += 1)
    await makeUser(test.database, {
      suspendedAt: new Date(past.getTime() - hourMs),
      suspendedUntil: new Date(past.getTime() + at),
      suspendedByUserId: by.id,
    })
  await Promise.all([end(), end(), end()])
  const records = await test.database.orm.select().from(staffRecords)
  expect(records).toHaveLength(130)
  expect(new Set(records.map(({ aboutUserId }) => aboutUserId)).size).toBe(130)
  expect(records.every(({ staffUserId }) => staffUserId === by.id)).toBe(true)
  expect(test.jobs.sent).toHaveLength(130)
})

it('A deleted account keeps its pause', async () => {
  const past = new Date(Date.now() - hourMs)
  await makeUser(test.database, { quarantinedAt: past, quarantinedUntil: past, deletedAt: past })
  await end()
  expect(await test.database.orm.select().from(staffRecords)).toEqual([])
})
