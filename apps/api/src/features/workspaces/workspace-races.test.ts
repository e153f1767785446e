/** Guarantees under concurrent changes of one workspace. */
import { account } from '@portal/contract/account/account'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { workspaces as workspaceTable } from './workspace-table.ts'

const test = useTestApp()

it('workspaces.setDefault leaves exactly one default after 50 concurrent calls', async () => {
  const me = await makeSignedIn(test)
  const as = { session: me.session }
  const ids: string[] = []
  for (let at = 0; at < 50; at += 1) ids.push((await makeWorkspace(test.database, me.user)).id)
  const answers = await Promise.all(
    ids.map((workspaceId) => test.send(workspaces.setDefault, { params: { workspaceId } }, as)),
  )
  expect(answers.every(({ status }) => status === 204)).toBe(true)
  const { body } = await test.send(workspaces.list, {}, as)
  expect(body.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('the quarantine of a workspace and of a user survives concurrent saves', async () => {
  for (let round = 0; round < 10; round += 1) {
    const staff = await makeSignedIn(test, { email: `staff-${round}@systeminit.com` })
    const me = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, me.user)
    const params = { workspaceId: id }
    const mine = { session: me.session }
    const isQuarantined = true
    await Promise.all([
      test.send(workspaces.setFavourite, { params, body: { isFavourite: true } }, mine),
      test.send(workspaces.update, { params, body: { displayName: `Name ${round}` } }, mine),
      test.send(account.update, { params: { userId: me.user.id }, body: { lastName: 'New' } }, mine),
      test.send(
        staffPauses.setWorkspaceQuarantine,
        { params, body: { isQuarantined } },
        { session: staff.session },
      ),
      test.send(
        staffPauses.setUserQuarantine,
        { params: { userId: me.user.id }, body: { isQuarantined } },
        { session: staff.session },
      ),
      test.send(workspaces.setHidden, { params, body: { isHidden: true } }, mine),
      test.send(workspaces.setDefault, { params }, mine),
      test.send(account.completeProfile, { params: { userId: me.user.id }, body: { nickname: 'new' } }, mine),
    ])
    const [workspace] = await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, id))
    const [person] = await test.database.orm.select().from(users).where(eq(users.id, me.user.id))
    expect(workspace?.quarantinedAt).toBeInstanceOf(Date)
    expect(person?.quarantinedAt).toBeInstanceOf(Date)
  }
})

it('workspaces.delete leaves no active token when tokens are created concurrently', async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = await makeSignedIn(test)
    const editor = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, editor.user)
    const params = { workspaceId: workspace.id }
    const make = () =>
      test.send(
        tokens.create,
        { params, body: { name: 'Late', expiration: '1d' } },
        { session: editor.session },
      )
    const [, , removed] = await Promise.all([
      make(),
      make(),
      test.send(workspaces.delete, { params }, { session: owner.session }),
      make(),
      make(),
    ])
    expect(removed.status).toBe(200)
  }
  const made = await test.database.orm.select().from(authTokens)
  expect(made.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
})

it('workspaces.delete and workspaces.restore each succeed once of 20 concurrent calls', async () => {
  const me = await makeSignedIn(test)
  const { id } = await makeWorkspace(test.database, me.user)
  const as = { session: me.session }
  const params = { workspaceId: id }
  const statuses = async (call: typeof workspaces.delete | typeof workspaces.restore) =>
    (await Promise.all(Array.from({ length: 20 }, () => test.send(call, { params }, as)))).map(
      ({ status }) => status,
    )
  const deleted = await statuses(workspaces.delete)
  expect(deleted.filter((status) => status === 200)).toHaveLength(1)
  expect(deleted.filter((status) => status === 404)).toHaveLength(19)
  const restored = await statuses(workspaces.restore)
  expect(restored.filter((status) => status === 200)).toHaveLength(1)
  expect(restored.filter((status) => status === 404)).toHaveLength(19)
  const acts = await test.database.orm.select().from(workspaceActivity)
  expect(acts.map(({ act }) => act).sort()).toEqual(['workspace.deleted', 'workspace.restored'])
})

it('workspaces.update records each of 20 concurrent saves with the name that it replaced', async () => {
  const me = await makeSignedIn(test)
  const { id, displayName } = await makeWorkspace(test.database, me.user)
  const as = { session: me.session }
  const names = Array.from({ length: 20 }, (_, at) => `Name ${at}`)
  await Promise.all(
    names.map((name) =>
      test.send(workspaces.update, { params: { workspaceId: id }, body: { displayName: name } }, as),
    ),
  )
  const acts = await test.database.orm.select().from(workspaceActivity)
  const steps = new Map(
    acts.map(({ subject }) => subject?.replace('name: ', '').split(' → ') as [string, string]),
  )
  let name = displayName
  for (let at = 0; at < names.length; at += 1) name = steps.get(name) ?? 'lost'
  const [row] = await test.database.orm.select().from(workspaceTable)
  expect(name).toBe(row?.displayName)
})
