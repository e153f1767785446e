import { hourMs } from '@portal/contract/durations'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { workspaceActivity } from '../../activity/activity-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()

const pause = (
  staff: SignedIn,
  workspaceId: string,
  isQuarantined: boolean,
  terms: { reason?: string; until?: string } = {},
) =>
  test.send(
    staffPauses.setWorkspaceQuarantine,
    { params: { workspaceId }, body: { isQuarantined, ...terms } },
    { session: staff.session },
  )

async function makeSetting() {
  const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const owner = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user, { displayName: 'Paused' })
  return { staff, owner, id: workspace.id }
}

it("A workspace quarantine refuses the workspace's tokens while it lasts and accepts them afterwards", async () => {
  const { staff, owner, id } = await makeSetting()
  const { token } = await issueToken(test, { userId: owner.user.id, workspaceId: id, kind: 'api' })
  const answer = async () => (await test.send(workspaces.list, {}, { bearer: token })).errorType
  expect((await pause(staff, id, true)).body.workspace).toEqual({
    id,
    displayName: 'Paused',
    quarantinedAt: expect.any(String),
    reason: null,
    until: null,
  })
  expect(await answer()).toBe('WorkspaceQuarantined')
  const listed = await test.send(workspaces.list, {}, { session: owner.session })
  expect(listed.body).toMatchObject([{ id, quarantinedAt: expect.any(String) }])
  expect((await pause(staff, id, false)).body.workspace.quarantinedAt).toBeNull()
  expect(await answer()).toBeUndefined()
})

it('A workspace quarantine keeps its first date when it is set again', async () => {
  const { staff, id } = await makeSetting()
  const first = await pause(staff, id, true)
  test.clockOffsetMs = hourMs
  expect((await pause(staff, id, true)).body).toEqual(first.body)
})

it('A workspace quarantine has a reason and an end, which the owner gets by mail, as well as a mail when it ends', async () => {
  const { staff, owner, id } = await makeSetting()
  const until = '2099-03-01T15:30:00Z'
  const begun = await pause(staff, id, true, { reason: 'Mining', until })
  expect(begun.body.workspace).toMatchObject({ reason: 'Mining', until: '2099-03-01T15:30:00.000Z' })
  const past = await pause(staff, id, true, { until: '2020-01-01T00:00:00Z' })
  expect(past.error?.issues?.[0]?.path).toBe('until')
  const ended = await pause(staff, id, false, { reason: 'A false alarm' })
  expect(ended.body.workspace).toMatchObject({ quarantinedAt: null, reason: null, until: null })
  const [beganMail, endedMail, ...more] = test.jobs.mailsTo(owner.user.email)
  expect(beganMail?.subject).toBe('Your workspace “Paused” is quarantined')
  expect(beganMail?.text).toContain('Reason: Mining')
  expect(beganMail?.text).toContain('The pause ends automatically on March 1, 2099 at 3:30 PM UTC.')
  expect(endedMail?.subject).toBe('Your workspace “Paused” is active again')
  expect(endedMail?.text).toContain('Reason for ending the quarantine: A false alarm')
  expect(more).toEqual([])
})

it("A workspace quarantine is recorded with who, why, before and after, and the workspace's log hides the staff member", async () => {
  const { staff, owner, id } = await makeSetting()
  const { body } = await pause(staff, id, true, { reason: '  Mining coins ' })
  test.clockOffsetMs = 1_000
  await pause(staff, id, false)
  const records = await test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)
  expect(records).toMatchObject([
    {
      staffUserId: staff.user.id,
      act: 'workspace.quarantined',
      aboutWorkspaceId: id,
      aboutUserId: owner.user.id,
      before: { quarantinedAt: null },
      after: { quarantinedAt: body.workspace.quarantinedAt },
      reason: 'Mining coins',
    },
    { act: 'workspace.unquarantined', after: { quarantinedAt: null }, reason: null },
  ])
  const acts = await test.database.orm.select().from(workspaceActivity).orderBy(workspaceActivity.id)
  expect(acts.map(({ act, actorUserId, ipAddress }) => [act, actorUserId, ipAddress])).toEqual([
    ['workspace.quarantined', null, null],
    ['workspace.unquarantined', null, null],
  ])
})

it('A workspace quarantine is neither started nor ended by staff who belong to the workspace', async () => {
  const { staff, owner } = await makeSetting()
  const own = await makeWorkspace(test.database, staff.user)
  const joined = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, joined, staff.user, 'EDITOR')
  const another = await makeSignedIn(test, { email: 'robin@systeminit.com' })
  for (const { id } of [own, joined]) {
    expect((await pause(staff, id, true)).errorType).toBe('Conflict')
    expect((await pause(another, id, true)).status).toBe(200)
    expect((await pause(staff, id, false)).errorType).toBe('Conflict')
  }
})

it('A workspace quarantine is available only to staff and only for existing workspaces', async () => {
  const { staff, owner, id } = await makeSetting()
  expect((await pause(owner, id, true)).errorType).toBe('NotStaff')
  const lookalike = await makeSignedIn(test, { email: 'sasha@systeminit.com.example.org' })
  expect((await pause(lookalike, id, true)).errorType).toBe('NotStaff')
  expect((await pause(staff, 'nothing', true)).errorType).toBe('NotFound')
  const gone = await makeWorkspace(test.database, owner.user, { deletedAt: new Date() })
  expect((await pause(staff, gone.id, true)).errorType).toBe('NotFound')
  expect((await pause(staff, id, true, { reason: 'a'.repeat(1_001) })).errorType).toBe('ValidationError')
})
