import { rateLimits } from '@portal/contract/rate-limits'
import { tokens } from '@portal/contract/tokens/tokens'
import { expect, it } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, sendCall } from '../callers.ts'
import { useTwoProcesses } from './two-processes.ts'

const factor = 0.02
const two = useTwoProcesses({ RATE_LIMIT_FACTOR: String(factor) })
const body = { name: 'Pipeline', expiration: '1d' }

async function makeOwner() {
  const { database, first, second } = two.current
  const owner = await makePerson(database)
  const params = { workspaceId: (await makeWorkspace(database, owner.user)).id }
  /** Sends concurrent requests, alternating between the two processes. */
  return async (count: number) => {
    const tries = Array.from({ length: count }, (_, at) =>
      sendCall(at % 2 ? first : second, tokens.create, { params, body }, owner),
    )
    return (await Promise.all(tries)).map(({ status }) => status)
  }
}

it('rate limits per account count concurrent calls on both API processes together', async () => {
  const points = rateLimits.tokenCreation.perAccount * factor
  const [create, createElsewhere] = [await makeOwner(), await makeOwner()]
  const statuses = await create(30)
  expect(statuses.filter((status) => status === 200)).toHaveLength(points)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - points)
  // Another account has its own limit.
  expect(await createElsewhere(1)).toEqual([200])
})

it('rate limits per IP address count invalid codes on both API processes together and ignore X-Forwarded-For', async () => {
  const { first, second } = two.current
  const points = rateLimits.handoff.invalidPerAddress * factor
  const tries = Array.from({ length: points + 20 }, async (_, at) => {
    const { status, headers } = await fetch(`${at % 2 ? first.url : second.url}/complete-auth-connect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${at}` },
      body: JSON.stringify({ code: 'nothing' }),
    })
    const wait = Number(headers.get('retry-after'))
    return status === 429 ? `429 ${wait > 0 && wait <= rateLimits.handoff.windowSeconds}` : String(status)
  })
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((outcome) => outcome === '409')).toHaveLength(points)
  expect(outcomes.filter((outcome) => outcome === '429 true')).toHaveLength(20)
})
