import { staffProduction } from '@portal/contract/staff/production/production'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { staffWrite } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { workspaceActivity } from '../../activity/activity-table.ts'
import { workspaceMembers } from '../../members/member-table.ts'
import { workspaces as workspaceTable } from '../../workspaces/workspace-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp({ MANAGED_INSTANCE_URL: 'https://app.example.com' })

async function makeStaff() {
  const me = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const as = { session: me.session }
  const byEmail = (userEmail: string) => test.send(staffProduction.setup, { body: { userEmail } }, as)
  const byId = (userId: string) => test.send(staffProduction.setupByUserId, { body: { userId } }, as)
  return { me, byEmail, byId }
}
const all = () => test.database.orm.select().from(workspaceTable)

describe('Creating a production workspace', () => {
  it("makes a managed workspace named after its owner, as the owner's default if they have none", async () => {
    const { byEmail } = await makeStaff()
    const owner = await makeSignedIn(test, { email: 'Ada@example.com', nickname: 'Ada' })
    const { body } = await byEmail(' ada@EXAMPLE.com ')
    const { id } = body.newWorkspace
    expect(body.newWorkspace).toEqual({
      id,
      displayName: "Ada's Production Workspace",
      instanceUrl: 'https://app.example.com',
      isDefault: true,
      creatorUserId: owner.user.id,
    })
    const listed = await test.send(workspaces.list, {}, { session: owner.session })
    expect(listed.body).toMatchObject([
      {
        id,
        displayName: "Ada's Production Workspace",
        instanceEnvType: 'SI',
        role: 'OWNER',
        isDefault: true,
        memberCount: 1,
      },
    ])
    expect(await test.database.orm.select().from(workspaceMembers)).toHaveLength(1)
    // The first hand-off creates the workspace's secret.
    expect((await all())[0]?.token).toBe('')
  })

  it('uses the first part of the address as the name if the owner has no nickname', async () => {
    const { byId } = await makeStaff()
    const grace = await makeUser(test.database, { email: 'grace.h@example.com', nickname: null })
    expect((await byId(grace.id)).body.newWorkspace.displayName).toBe("grace.h's Production Workspace")
    const long = await makeUser(test.database, { nickname: 'N'.repeat(600) })
    expect((await byId(` ${long.id} `)).body.newWorkspace.displayName).toHaveLength(500)
  })

  it('keeps an existing default and replaces one that is deleted', async () => {
    const { byId } = await makeStaff()
    const owner = await makeUser(test.database)
    const { newWorkspace } = (await byId(owner.id)).body
    expect((await byId(owner.id)).body.newWorkspace.isDefault).toBe(false)
    const bereft = await makeUser(test.database, { defaultWorkspaceId: newWorkspace.id })
    expect((await byId(bereft.id)).body.newWorkspace.isDefault).toBe(true)
    const { id } = await makeWorkspace(test.database, owner, { deletedAt: new Date() })
    const former = await makeUser(test.database, { defaultWorkspaceId: id })
    expect((await byId(former.id)).body.newWorkspace.isDefault).toBe(true)
  })

  it('makes one of several concurrent workspaces the default', async () => {
    const { byId } = await makeStaff()
    const owner = await makeUser(test.database)
    const replies = await Promise.all([byId(owner.id), byId(owner.id), byId(owner.id)])
    expect(replies.map(({ body }) => body.newWorkspace.isDefault).sort()).toEqual([false, false, true])
  })

  it("is recorded with the staff member and the owner, appears in the workspace's log, and sends a mail", async () => {
    const { me, byId } = await makeStaff()
    const owner = await makeUser(test.database, { nickname: 'ada' })
    const { id } = (await byId(owner.id)).body.newWorkspace
    expect(await test.database.orm.select().from(staffRecords)).toMatchObject([
      {
        staffUserId: me.user.id,
        act: 'workspace.provisioned',
        aboutUserId: owner.id,
        aboutWorkspaceId: id,
        after: { displayName: "ada's Production Workspace", isDefault: true },
        ipAddress: '127.0.0.1',
      },
    ])
    expect(await test.database.orm.select().from(workspaceActivity)).toMatchObject([
      { workspaceId: id, actorUserId: null, act: 'workspace.created', subject: 'by staff', ipAddress: null },
    ])
    const [mail, ...more] = test.jobs.mailsTo(owner.email)
    expect(mail?.subject).toBe("Your workspace “ada's Production Workspace” is ready")
    expect(mail?.text).toContain('/workspaces')
    expect(more).toEqual([])
  })

  it('sends no mail to an unverified address', async () => {
    const { byId } = await makeStaff()
    const owner = await makeUser(test.database, { emailVerified: false })
    expect((await byId(owner.id)).body.newWorkspace.creatorUserId).toBe(owner.id)
    expect(test.jobs.mailsTo(owner.email)).toEqual([])
  })
})

describe('Creating a production workspace for an unclear account', () => {
  it('returns 404 for an unknown account and creates nothing', async () => {
    const { byEmail, byId } = await makeStaff()
    const gone = await makeUser(test.database, { deletedAt: new Date() })
    for (const unknown of ['nobody@example.com', gone.email, 'no address'])
      expect((await byEmail(unknown)).errorType).toBe('NotFound')
    for (const unknown of ['nobody', gone.id]) expect((await byId(unknown)).errorType).toBe('NotFound')
    for (const bad of ['', '   ', 'a'.repeat(501)]) {
      expect((await byEmail(bad)).error?.issues?.[0]?.path).toBe('userEmail')
      expect((await byId(bad)).error?.issues?.[0]?.path).toBe('userId')
    }
    expect(await all()).toEqual([])
  })

  it('records the look-up of an address without an account', async () => {
    const { me, byEmail } = await makeStaff()
    await byEmail(' Nobody@Example.com ')
    expect(await test.database.orm.select().from(staffRecords)).toMatchObject([
      {
        staffUserId: me.user.id,
        act: 'looked-up.people-of-address',
        aboutUserId: null,
        after: { email: 'nobody@example.com' },
      },
    ])
  })

  it('returns 409 with the choices if several accounts have the address, and records a look-up of each', async () => {
    const { byEmail, byId } = await makeStaff()
    const first = await makeUser(test.database, { email: 'Ada@example.com' })
    const second = await makeUser(test.database, {
      email: 'ada@example.com',
      emailVerified: false,
      auth0Id: null,
    })
    const refused = await byEmail('ada@example.com')
    expect([refused.status, refused.errorType]).toEqual([409, 'Conflict'])
    const choices = [
      { id: first.id, email: 'Ada@example.com', auth0Id: first.auth0Id },
      { id: second.id, email: 'ada@example.com', auth0Id: null },
    ]
    // Sorted by id, because rows from the same millisecond have their ids in random order.
    expect(refused.error?.choices).toEqual(choices.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await all()).toEqual([])
    const records = await test.database.orm.select().from(staffRecords)
    expect(records.map(({ act, aboutUserId }) => [act, aboutUserId]).sort()).toEqual(
      [first, second].map(({ id }) => ['looked-up.people-of-address', id]).sort(),
    )
    expect((await byId(second.id)).body.newWorkspace.creatorUserId).toBe(second.id)
  })
})

testOutcomes(test, staffProduction, {
  setup: { ...staffWrite('404 NotFound'), body: { userEmail: 'nobody@example.com' } },
  setupByUserId: { ...staffWrite('404 NotFound'), body: { userId: 'nobody' } },
})
