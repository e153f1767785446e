import { account } from '@portal/contract/account/account'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSession, makeUser, makeWorkspace } from '../testing/factories.ts'

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
})
