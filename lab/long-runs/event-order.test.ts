/** Programs that read events while 50 tokens are renamed on two API processes, one of which is killed (docs/product/events.md#order). */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '@portal/contract/events/events'
import { tokens } from '@portal/contract/tokens/tokens'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, mustSend, sendCall } from '../callers.ts'
import { raceRounds, useTwoProcesses } from './two-processes.ts'

const two = useTwoProcesses({ RATE_LIMIT_FACTOR: '100' })
const writerCount = 50
const writesEach = raceRounds(40)
const seed = Number(process.env.EVENTS_SEED ?? Math.floor(Math.random() * 2 ** 31))

it('returns each event once to every reader, in one order, with none missing', {
  timeout: 300_000,
}, async () => {
  console.log(`EVENTS_SEED=${seed}`)
  const { database, first, second } = two.current
  const owner = await makePerson(database)
  const params = { workspaceId: (await makeWorkspace(database, owner.user)).id }
  const tokenIds: string[] = []
  for (let made = 0; made < writerCount; made += 1) {
    const body = { name: `writer ${made}`, expiration: '1h' }
    tokenIds.push((await mustSend(first, tokens.create, { params, body }, owner)).body.authToken.id)
  }

  const acknowledged: string[] = []
  async function write(writer: number, pausesMs: readonly number[]): Promise<void> {
    for (const [at, pauseMs] of pausesMs.entries()) {
      const api = (writer + at) % 2 ? first : second
      const name = `writer ${writer} round ${at}`
      const input = { params: { ...params, tokenId: tokenIds[writer] ?? '' }, body: { name } }
      // The killed process cuts connections and then refuses them. What it committed before may lack an answer.
      const reply = await sendCall(api, tokens.rename, input, owner).catch(() => undefined)
      if (reply && reply.status < 400) acknowledged.push(name)
      await sleep(pauseMs)
    }
  }

  let isWriting = true
  /** Reads on the first process while the second one is gone. */
  async function readPage(reader: number, after: string | undefined) {
    const input = { params, query: { after, limit: '17' } }
    const { body } = await mustSend(reader % 2 ? first : second, events.list, input, owner).catch(() =>
      mustSend(first, events.list, input, owner),
    )
    return body
  }
  async function readAll(reader: number) {
    const seen: { id: string; subject: string | null }[] = []
    let after: string | undefined
    for (;;) {
      const isLast = !isWriting
      const page = await readPage(reader, after)
      seen.push(...page.events)
      after = page.next ?? undefined
      if (isLast && page.events.length === 0) return seen
    }
  }

  const pauses = fc.array(fc.nat(8), { minLength: writesEach, maxLength: writesEach })
  const [plan = []] = fc.sample(fc.array(pauses, { minLength: writerCount, maxLength: writerCount }), {
    seed,
    numRuns: 1,
  })
  const readers = [0, 1, 2].map(readAll)
  const writers = plan.map((pausesMs, writer) => write(writer, pausesMs))
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(writerCount)
  await second.kill()
  await Promise.all(writers)
  isWriting = false
  const [one = [], ...others] = await Promise.all(readers)

  const { rows } = await database.queue.executeSql(
    'select id from workspace_activity where workspace_id = $1 order by position',
    [params.workspaceId],
  )
  const ids = one.map(({ id }) => id)
  expect(ids).toEqual((rows as { id: string }[]).map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const other of others) expect(other.map(({ id }) => id)).toEqual(ids)
  const subjects = one.map(({ subject }) => subject ?? '')
  for (const name of acknowledged)
    expect(subjects.some((subject) => subject.endsWith(`→ ${name}`))).toBe(true)
})
