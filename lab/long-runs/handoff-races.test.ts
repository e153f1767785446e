import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson } from './make-person.ts'
import { raceRounds } from './race-rounds.ts'
import { mustSend, sendCall } from './send-call.ts'
import { useTwoProcesses } from './use-two-processes.ts'

const two = useTwoProcesses()
const rounds = raceRounds(50)

describe('two API processes on one PostgreSQL', () => {
  it(`redeem a hand-off code once for fifty concurrent requests, in ${rounds} rounds`, async () => {
    const { database, first, second } = two.current
    const owner = await makePerson(database)
    const params = { workspaceId: (await makeWorkspace(database, owner.user)).id }
    for (let round = 0; round < rounds; round++) {
      const { location } = await mustSend(first, workspaces.go, { params }, owner)
      const code = new URL(location ?? '').searchParams.get('code') ?? ''
      const tries = Array.from({ length: 50 }, (_, at) =>
        sendCall(at % 2 ? first : second, handoff.completeAuthConnect, { body: { code } }),
      )
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // On a slow machine, a request that waits too long for the others gets 503.
      expect(statuses.filter((status) => status === 409 || status === 503)).toHaveLength(49)
    }
  })

  it('refuse the next call of a user who signed out on the other process', async () => {
    const { database, first, second } = two.current
    const { session } = await makePerson(database)
    expect((await sendCall(second, account.whoami, {}, { session })).status).toBe(200)
    // A browser navigation that continues to the provider and signs out there.
    const headers = { cookie: `portal_session=${session}` }
    await fetch(`${first.url}/auth/logout`, { redirect: 'manual', headers })
    expect((await sendCall(second, account.whoami, {}, { session })).status).toBe(401)
  })
})
