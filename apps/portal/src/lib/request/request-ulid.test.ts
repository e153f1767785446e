import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { runCall } from './calls.ts'

const client = createQueryClient()

describe('a creation that is sent again', () => {
  const create = (displayName: string) =>
    runCall(client, workspaces.create, { body: { displayName, instanceUrl: 'http://localhost:8080' } })
  const created = { workspaces: [workspace()], newWorkspaceId: workspace().id }
  const ulids = (api: ReturnType<typeof fakeApi>) =>
    api.requests(workspaces.create).map(({ headers }) => headers['request-ulid'])

  it('has the same ulid after a lost response and a 5xx, so that nothing is created twice', async () => {
    const api = fakeApi()
    api.disconnect(workspaces.create)
    await create('Fresh')
    api.refuse(workspaces.create, 'DatabaseUnavailable')
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Fresh')
    expect(new Set(ulids(api)).size).toBe(1)
    expect(loggedFailures()).toHaveLength(2)
  })

  it('has a new ulid after a success, after a refusal and with a different payload', async () => {
    const api = fakeApi()
    api.refuse(workspaces.create, 'LimitReached')
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Fresh')
    await create('Fresh')
    api.disconnect(workspaces.create)
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Other')
    expect(new Set(ulids(api)).size).toBe(5)
    expect(loggedFailures()).toHaveLength(2)
  })
})
