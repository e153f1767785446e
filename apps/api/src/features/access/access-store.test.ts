import { account } from '@portal/contract/account'
import { members } from '@portal/contract/members'
import { workspaces } from '@portal/contract/workspaces'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../http/secrets.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { listMembersForSession } from '../members/member-list-store.ts'

const test = useTestApp()
const events: string[] = []
beforeAll(async () => {
  // Opens two connections, because opening one later would change the order.
  await Promise.all([makeUser(test.database), makeUser(test.database)])
  test.database.observe(async (_, run) => {
    events.push('asked')
    const answer = await run()
    events.push('answered')
    return answer
  })
})
beforeEach(() => void events.splice(0))

async function makeOwner() {
  const person = await makeUser(test.database)
  const workspace = await makeWorkspace(test.database, person)
  const { token } = await makeSession(test.database, person)
  return { person, workspace, token }
}

describe('a read with a session', () => {
  it('takes one database query for whoami', async () => {
    const { token } = await makeOwner()
    events.length = 0
    expect((await test.send(account.whoami, {}, { session: token })).status).toBe(200)
    expect(events).toEqual(['asked', 'answered'])
  })

  it("queries the workspaces after the session in a session's first request, and concurrently in later ones", async () => {
    const { token } = await makeOwner()
    events.length = 0
    expect((await test.send(workspaces.list, {}, { session: token })).body).toHaveLength(1)
    expect(events).toEqual(['asked', 'answered', 'asked', 'answered'])
    events.length = 0
    expect((await test.send(workspaces.list, {}, { session: token })).body).toHaveLength(1)
    expect(events).toEqual(['asked', 'asked', 'answered', 'answered'])
  })

  it('queries the members before the session query returns', async () => {
    const { workspace, token } = await makeOwner()
    await test.send(account.whoami, {}, { session: token })
    events.length = 0
    const params = { workspaceId: workspace.id }
    expect((await test.send(members.list, { params }, { session: token })).body).toHaveLength(1)
    expect(events).toEqual(['asked', 'asked', 'answered', 'answered'])
  })
})

describe('listMembersForSession', () => {
  it('reads members only for a session whose user is a member', async () => {
    const { workspace, token, person } = await makeOwner()
    const stranger = await makeOwner()
    const listFor = (session: string) =>
      listMembersForSession(test.database.orm, hashOf(session), workspace.id)
    expect(await listFor(token)).toMatchObject([{ id: person.id, role: 'OWNER', sentAt: null }])
    expect(await listFor(stranger.token)).toBeUndefined()
    expect(await listFor('unknown')).toBeUndefined()
  })
})
