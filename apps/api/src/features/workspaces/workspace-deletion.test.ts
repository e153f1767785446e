import { dayMs, hourMs } from '@portal/contract/durations'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { workspaces as workspaceTable } from './workspace-table.ts'

const test = useTestApp()

const remove = (me: SignedIn, workspaceId: string) =>
  test.send(workspaces.delete, { params: { workspaceId } }, { session: me.session })
const restore = (me: SignedIn, workspaceId: string) =>
  test.send(workspaces.restore, { params: { workspaceId } }, { session: me.session })
const list = async (me: SignedIn) =>
  (await test.send(workspaces.list, {}, { session: me.session })).body.map(({ id }) => id)
const listDeleted = async (me: SignedIn) =>
  (await test.send(workspaces.listDeleted, {}, { session: me.session })).body

async function makeSetting() {
  const owner = await makeSignedIn(test)
  const editor = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user, { displayName: 'Gone' })
  await addMember(test.database, workspace, editor.user)
  return { owner, editor, workspace, id: workspace.id }
}

describe('workspaces.delete', () => {
  it('removes the workspace from every member’s list and from every call immediately', async () => {
    const { owner, editor, id } = await makeSetting()
    expect((await remove(owner, id)).status).toBe(200)
    for (const me of [owner, editor]) {
      expect(await list(me)).toEqual([])
      const read = await test.send(workspaces.read, { params: { workspaceId: id } }, { session: me.session })
      expect(read.errorType).toBe('NotFound')
    }
    expect((await remove(owner, id)).errorType).toBe('NotFound')
  })

  it('revokes every token permanently, even if the workspace is restored', async () => {
    const { owner, editor, id } = await makeSetting()
    const issued = [
      await issueToken(test, { userId: owner.user.id, workspaceId: id, kind: 'api' }),
      await issueToken(test, { userId: editor.user.id, workspaceId: id, kind: 'instance' }),
    ]
    const elsewhere = await makeWorkspace(test.database, owner.user)
    const other = await issueToken(test, { userId: owner.user.id, workspaceId: elsewhere.id, kind: 'api' })
    const answerTo = async (bearer: string) => (await test.send(workspaces.list, {}, { bearer })).errorType
    await remove(owner, id)
    for (const { token } of issued) expect(await answerTo(token)).toBe('TokenRevoked')
    await restore(owner, id)
    for (const { token } of issued) expect(await answerTo(token)).toBe('TokenRevoked')
    expect(await answerTo(other.token)).toBeUndefined()
  })

  it('withdraws open invitations, removes the ownership offer and hand-off codes, and keeps answered invitations', async () => {
    const { owner, editor, id } = await makeSetting()
    const at = new Date()
    const later = new Date(at.getTime() + dayMs)
    const invitation = {
      workspaceId: id,
      role: 'EDITOR',
      invitedByUserId: owner.user.id,
      createdAt: at,
      sentAt: at,
      expiresAt: later,
    } as const
    const { orm } = test.database
    await orm.insert(workspaceInvitations).values([
      { ...invitation, id: 'open', email: 'a@example.com', emailKey: 'a@example.com' },
      { ...invitation, id: 'declined', email: 'b@example.com', emailKey: 'b@example.com', declinedAt: at },
    ])
    await orm.insert(ownershipOffers).values({
      workspaceId: id,
      fromUserId: owner.user.id,
      toUserId: editor.user.id,
      createdAt: at,
      expiresAt: later,
    })
    await orm.insert(handoffCodes).values({
      codeHash: Buffer.from('x'),
      userId: editor.user.id,
      workspaceId: id,
      sessionId: editor.sessionId,
      instanceUrl: 'http://localhost:8080',
      expiresAt: later,
    })
    await remove(owner, id)
    const invitations = await orm.select().from(workspaceInvitations).orderBy(workspaceInvitations.id)
    expect(invitations.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([false, true])
    expect(await orm.select().from(ownershipOffers)).toEqual([])
    expect(await orm.select().from(handoffCodes)).toEqual([])
  })

  it('is allowed only to the owner, requires the current terms, and is recorded', async () => {
    const { owner, editor, id } = await makeSetting()
    expect((await remove(editor, id)).error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER'] })
    expect((await remove(await makeSignedIn(test), id)).errorType).toBe('NotFound')
    const outdated = await makeSignedIn(test, { agreedTosVersionId: '2023-03-30' })
    const other = await makeWorkspace(test.database, outdated.user)
    expect((await remove(outdated, other.id)).errorType).toBe('MissingTosAcceptance')
    await remove(owner, id)
    const recorded = await test.database.orm.select().from(workspaceActivity)
    expect(recorded).toMatchObject([
      { act: 'workspace.deleted', subject: 'Gone', actorUserId: owner.user.id, workspaceId: id },
    ])
  })
})

describe('restoring a deleted workspace', () => {
  it('causes no more mails than any other action when it is deleted repeatedly', async () => {
    const owner = await makeSignedIn(test)
    const { id: workspaceId } = await makeWorkspace(test.database, owner.user)
    for (let round = 0; round < 6; round += 1) {
      expect((await test.send(workspaces.delete, { params: { workspaceId } }, owner)).status).toBe(200)
      await test.send(workspaces.restore, { params: { workspaceId } }, owner)
    }
    expect(test.jobs.mailsTo(owner.user.email)).toHaveLength(5)
  })

  it('is allowed only to its owner and brings back members, flags and the default', async () => {
    const { owner, editor, id } = await makeSetting()
    await test.send(workspaces.setDefault, { params: { workspaceId: id } }, { session: owner.session })
    await remove(owner, id)
    const refused = await restore(editor, id)
    expect(refused.errorType).toBe('NotFound')
    expect(refused.error?.message).toBe('There is no such deleted workspace.')
    const reply = await restore(owner, id)
    expect(reply.body.workspaces).toMatchObject([
      { id, displayName: 'Gone', memberCount: 2, isDefault: true },
    ])
    expect(await list(editor)).toEqual([id])
    expect((await restore(owner, id)).errorType).toBe('NotFound')
    const [row] = await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, id))
    expect(row).toMatchObject({ deletedAt: null, deletedByUserId: null })
  })

  it('is offered in a list of the owner’s deleted workspaces, newest deletion first', async () => {
    const { owner, editor, id } = await makeSetting()
    const second = await makeWorkspace(test.database, owner.user)
    await remove(owner, id)
    test.clockOffsetMs = hourMs
    await remove(owner, second.id)
    const listed = await listDeleted(owner)
    expect(listed.map((workspace) => workspace.id)).toEqual([second.id, id])
    const [, first] = listed
    expect(Date.parse(first?.restorableUntil ?? '') - Date.parse(first?.deletedAt ?? '')).toBe(30 * dayMs)
    expect(await listDeleted(editor)).toEqual([])
  })

  it('is refused after 30 days', async () => {
    const { owner, id } = await makeSetting()
    await test.database.orm
      .update(workspaceTable)
      .set({ deletedAt: new Date(Date.now() - 30 * dayMs - 1_000), deletedByUserId: owner.user.id })
    expect(await listDeleted(owner)).toEqual([])
    expect((await restore(owner, id)).errorType).toBe('NotFound')
    await test.database.orm
      .update(workspaceTable)
      .set({ deletedAt: new Date(Date.now() - 30 * dayMs + 60_000) })
    expect(await listDeleted(owner)).toHaveLength(1)
    expect((await restore(owner, id)).status).toBe(200)
  })

  it('keeps the workspace quarantined', async () => {
    const { owner, id } = await makeSetting()
    await remove(owner, id)
    await test.database.orm.update(workspaceTable).set({ quarantinedAt: new Date() })
    const reply = await restore(owner, id)
    expect(reply.body.workspaces[0]?.quarantinedAt).not.toBeNull()
  })
})
