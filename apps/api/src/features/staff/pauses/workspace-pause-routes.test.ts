/** A workspace that staff have paused (SPEC section 2; RULES sections 3, 4, 6 and 9). */
import { workspaces } from '@portal/contract/workspaces'
import { expect, it } from 'vitest'
import { staffRecords, workspaceActivity } from '../../../db/schema/records.ts'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'

const test = useTestApp()

const pause = (
  staff: SignedIn,
  workspaceId: string,
  isQuarantined: boolean,
  terms: { reason?: string; until?: string } = {},
) =>
  test.send(
    workspaces.setQuarantine,
    { params: { workspaceId }, body: { isQuarantined, ...terms } },
    { session: staff.session },
  )

async function makeSetting() {
  const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const owner = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user, { displayName: 'Paused' })
  return { staff, owner, id: workspace.id }
}

it('refuses its tokens while it lasts, and takes them again after', async () => {
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

it('keeps the first date when it is asked for again', async () => {
  const { staff, id } = await makeSetting()
  const first = await pause(staff, id, true)
  test.clockOffsetMs = 3_600_000
  expect((await pause(staff, id, true)).body).toEqual(first.body)
})

it('has its reason and its end, which the owner is told by mail, as they are of its own end', async () => {
  const { staff, owner, id } = await makeSetting()
  const until = '2099-03-01T15:30:00Z'
  const begun = await pause(staff, id, true, { reason: 'Mining', until })
  expect(begun.body.workspace).toMatchObject({ reason: 'Mining', until: '2099-03-01T15:30:00.000Z' })
  const past = await pause(staff, id, true, { until: '2020-01-01T00:00:00Z' })
  expect(past.error?.issues?.[0]?.path).toBe('until')
  const ended = await pause(staff, id, false)
  expect(ended.body.workspace).toMatchObject({ quarantinedAt: null, reason: null, until: null })
  const [told, toldAgain, ...more] = test.jobs.mailsTo(owner.user.email)
  expect(told?.subject).toBe('Your workspace “Paused” is quarantined')
  expect(told?.text).toContain('The reason given: Mining')
  expect(told?.text).toContain('It ends by itself on March 1, 2099 at 3:30 PM UTC.')
  expect(toldAgain?.subject).toBe('Your workspace “Paused” is open again')
  expect(more).toEqual([])
})

it('is recorded with who, before, after and why; the workspace’s own log does not tell who of staff it was', async () => {
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

it('is for staff alone, and for workspaces that there are', async () => {
  const { staff, owner, id } = await makeSetting()
  expect((await pause(owner, id, true)).errorType).toBe('NotStaff')
  const lookalike = await makeSignedIn(test, { email: 'sasha@systeminit.com.example.org' })
  expect((await pause(lookalike, id, true)).errorType).toBe('NotStaff')
  expect((await pause(staff, 'nothing', true)).errorType).toBe('NotFound')
  const gone = await makeWorkspace(test.database, owner.user, { deletedAt: new Date() })
  expect((await pause(staff, gone.id, true)).errorType).toBe('NotFound')
  expect((await pause(staff, id, true, { reason: 'a'.repeat(1_001) })).errorType).toBe('ValidationError')
})
