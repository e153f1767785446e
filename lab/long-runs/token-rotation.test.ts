/** Rotated, paused and moved API tokens on two processes, while programs use them all the time. */
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { addMember, makeWorkspace, type WorkspaceRow } from '../../apps/api/src/testing/factories.ts'
import { makePerson, mustSend, type Person } from '../callers.ts'
import { TokenLoad } from './token-load.ts'
import { isLongRun, raceRounds, useTwoProcesses } from './two-processes.ts'

const two = useTwoProcesses({ TRUSTED_PROXIES: '127.0.0.1' })
const both = () => [two.current.first, two.current.second]
let owner: Person
let member: Person
let workspace: WorkspaceRow
let params: { workspaceId: string }

beforeEach(async () => {
  const { database } = two.current
  owner = await makePerson(database)
  member = await makePerson(database)
  workspace = await makeWorkspace(database, owner.user)
  await addMember(database, workspace, member.user)
  params = { workspaceId: workspace.id }
})

async function create(name = 'Pipeline') {
  const body = { name, expiration: '10d' }
  const reply = await mustSend(two.current.first, tokens.create, { params, body }, member)
  return { id: reply.body.authToken.id, token: reply.body.token }
}

const of = (tokenId: string) => ({ params: { ...params, tokenId } })

/** Returns the statuses of a call to each process. Throws if a process fails or is overloaded. */
async function useOnBoth(token: string, address = '203.0.113.1'): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  const answers = await Promise.all(both().map(({ url }) => fetch(`${url}/whoami`, { headers })))
  for (const answer of answers)
    if (answer.status >= 500) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answers.map(({ status }) => status)
}

describe('rotating a token on two API processes', () => {
  const rotations = isLongRun ? 1_000 : 20

  it(`refuses no call in ${rotations} rotations, of which every tenth answer is lost`, async () => {
    const { id, token } = await create()
    const rotate = async (turn: number) => {
      const api = turn % 2 === 0 ? two.current.first : two.current.second
      return (await mustSend(api, tokens.rotate, { ...of(id), body: {} }, member)).body.token
    }
    const load = new TokenLoad(both(), [token])
    let previous = token
    let newest = token
    for (let turn = 0; turn < rotations; turn += 1) {
      // No program has this secret, so the next rotation replaces it and keeps the one in use.
      if (turn % 10 === 9) await rotate(turn)
      const next = await rotate(turn)
      expect(await useOnBoth(next)).toEqual([200, 200])
      previous = newest
      newest = next
      load.tokens = [next]
    }
    await load.stop()
    expect(load.uses.length).toBeGreaterThan(rotations)
    expect(load.refused()).toEqual([])
    expect(await useOnBoth(previous)).toEqual([200, 200])
    console.log(`${rotations} rotations, ${load.uses.length} calls, 0 refused`)
  })

  it('shows the last use of both secrets with their addresses', async () => {
    const { id, token } = await create()
    await useOnBoth(token, '203.0.113.7')
    const { body } = await mustSend(two.current.first, tokens.rotate, { ...of(id), body: {} }, member)
    const rows = async () =>
      (await mustSend(two.current.second, tokens.read, of(id), owner)).body.authToken.secrets.map(
        ({ lastUsedAt, lastUsedIp }) => [lastUsedAt !== null, lastUsedIp],
      )
    expect(await rows()).toEqual([
      [false, null],
      [true, '203.0.113.7'],
    ])
    await useOnBoth(body.token, '203.0.113.8')
    expect(await rows()).toEqual([
      [true, '203.0.113.8'],
      [true, '203.0.113.7'],
    ])
  })
})

describe('a pause of a token', () => {
  const rounds = raceRounds(20)
  const pauseMs = 500

  it(`starts with the next call to every API process, and refuses no call after its end, in ${rounds} rounds`, async () => {
    const { id, token } = await create()
    const client = new pg.Client({ connectionString: two.current.databaseUrl })
    await client.connect()
    const delays: number[] = []
    try {
      for (let round = 0; round < rounds; round += 1) {
        const input = { ...of(id), body: { for: '15m' as const } }
        await mustSend(two.current.first, tokens.pause, input, member)
        expect(await useOnBoth(token)).toEqual([401, 401])
        // The shortest pause takes 15 minutes, so the test moves its end.
        const end = new Date(Date.now() + pauseMs)
        await client.query('update auth_tokens set paused_until = $1 where id = $2', [end, id])
        const load = new TokenLoad(both(), [token])
        await load.untilAccepted(both().length)
        await load.stop()
        const isAfter = (ms: number) => ms > end.getTime()
        expect(load.refused().filter(({ sentAt }) => isAfter(sentAt))).toEqual([])
        const accepted = load.uses.filter(({ status }) => status === 200)
        expect(accepted.filter(({ answeredAt }) => !isAfter(answeredAt))).toEqual([])
        for (const { url } of both())
          delays.push((accepted.find((use) => use.url === url)?.answeredAt ?? 0) - end.getTime())
      }
    } finally {
      await client.end()
    }
    console.log(`The pause ended after at most ${Math.max(...delays)} ms on each process`)
  })

  it('ends on every API process with the next call when a user resumes the token', async () => {
    const { id, token } = await create()
    await mustSend(two.current.first, tokens.pause, { ...of(id), body: { for: '1d' } }, member)
    expect(await useOnBoth(token)).toEqual([401, 401])
    await mustSend(two.current.second, tokens.resume, of(id), member)
    expect(await useOnBoth(token)).toEqual([200, 200])
  })
})

describe('removing a member with 20 tokens', () => {
  const rounds = raceRounds(10)

  it(`keeps the moved tokens and ends the others with the next call to every API process, in ${rounds} rounds`, async () => {
    const bot = await mustSend(
      two.current.first,
      serviceAccounts.create,
      { params, body: { name: 'deploy-bot' } },
      owner,
    )
    const serviceAccountId = bot.body.serviceAccount.id
    for (let round = 0; round < rounds; round += 1) {
      const made = await Promise.all(Array.from({ length: 20 }, (_, at) => create(`Token ${at}`)))
      const [moved, ended] = [made.slice(0, 10), made.slice(10)]
      const secretsOf = (list: typeof made) => list.map(({ token }) => token)
      const loadOfMoved = new TokenLoad(both(), secretsOf(moved))
      const loadOfEnded = new TokenLoad(both(), secretsOf(ended))
      const newSecrets: string[] = []
      for (const { id } of moved) {
        const input = { ...of(id), body: { serviceAccountId } }
        newSecrets.push((await mustSend(two.current.second, tokens.move, input, owner)).body.token)
      }
      const body = { email: member.user.email }
      await mustSend(two.current.second, members.remove, { params, body }, owner)
      const removedAt = Date.now()
      expect((await Promise.all(secretsOf(ended).map((token) => useOnBoth(token)))).flat()).not.toContain(200)
      await Promise.all([loadOfMoved.stop(), loadOfEnded.stop()])
      expect(loadOfMoved.refused()).toEqual([])
      const late = loadOfEnded.uses.filter(({ sentAt, status }) => sentAt > removedAt && status === 200)
      expect(late).toEqual([])
      expect(new Set((await Promise.all(newSecrets.map((token) => useOnBoth(token)))).flat())).toEqual(
        new Set([200]),
      )
      await addMember(two.current.database, workspace, member.user)
    }
  })
})
