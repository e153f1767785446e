import { account } from '@portal/contract/account'
import { members } from '@portal/contract/members'
import { workspaces } from '@portal/contract/workspaces'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { hashOf } from '../../http/secrets.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { findSession } from './session-store.ts'

const test = useTestApp()
const asked: string[] = []
beforeAll(() =>
  test.database.observe((statement, run) => {
    asked.push(statement.name ?? statement.text)
    return run()
  }),
)
beforeEach(() => void asked.splice(0))

async function makeOwner() {
  const person = await makeUser(test.database)
  const workspace = await makeWorkspace(test.database, person)
  const { token } = await makeSession(test.database, person)
  return { person, workspace, token }
}

it('A signed-in read of the user, the workspaces or the members takes a single database query', async () => {
  const { workspace, token } = await makeOwner()
  const params = { workspaceId: workspace.id }
  for (const read of [
    () => test.send(account.whoami, {}, { session: token }),
    () => test.send(workspaces.list, {}, { session: token }),
    () => test.send(members.list, { params }, { session: token }),
  ]) {
    asked.length = 0
    expect((await read()).status).toBe(200)
    expect(asked).toHaveLength(1)
  }
})

it('The members of a workspace are read only for its members', async () => {
  const { workspace, token } = await makeOwner()
  const stranger = await makeOwner()
  const preload = async (of: string) =>
    (await findSession(test.database.orm, hashOf(of), { workspaceId: workspace.id, preload: 'members' }))
      ?.preloaded
  expect(await preload(token)).toEqual([expect.any(Array), null])
  expect(await preload(stranger.token)).toBeNull()
})
