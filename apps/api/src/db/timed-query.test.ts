import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failureOf } from '../testing/failure-of.ts'
import { isOnPostgres, makePostgresDatabase } from '../testing/open-test-database.ts'
import { splitTimeLimit, timedQuery } from './timed-query.ts'

async function clientOf(settings: pg.ClientConfig & { pipeline?: boolean } = {}) {
  const client = new pg.Client({ connectionString: await makePostgresDatabase(), ...settings })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

it('splitTimeLimit takes the time limit out of the settings, and returns 0 without one', () => {
  expect(splitTimeLimit({ query_timeout: 300, host: 'db' })).toEqual({
    limitMs: 300,
    settings: { host: 'db' },
  })
  expect(splitTimeLimit({ host: 'db' })).toEqual({ limitMs: 0, settings: { host: 'db' } })
})

describe.runIf(isOnPostgres())('timedQuery', () => {
  it('returns the rows of a statement with its values', async () => {
    const query = timedQuery(await clientOf(), 5_000)
    expect(await query('select $1::int + 1 as sum', [1])).toMatchObject({ rows: [{ sum: 2 }] })
    const named = { name: 'sum', text: 'select $1::int + 1 as sum' }
    expect(await query(named, [2])).toMatchObject({ rows: [{ sum: 3 }] })
    expect(await query(named, [3])).toMatchObject({ rows: [{ sum: 4 }] })
  })

  it("rejects with the server's error, and runs the next statement", async () => {
    const query = timedQuery(await clientOf(), 5_000)
    expect(await failureOf(query('select 1 / 0'))).toMatchObject({ code: '22012' })
    expect(await query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  })

  it('rejects a statement that takes longer than the limit', async () => {
    const query = timedQuery(await clientOf(), 100)
    expect(String(await failureOf(query('select pg_sleep(1)')))).toContain('Query read timeout')
  })

  it.each([true, false])(
    'closes the connection after a timeout, so that queued statements fail too (pipelined: %s)',
    async (pipeline) => {
      const query = timedQuery(await clientOf({ pipeline }), 100)
      const [slow, behind] = await Promise.allSettled([query('select pg_sleep(600)'), query('select 1')])
      expect([slow.status, behind.status]).toEqual(['rejected', 'rejected'])
      expect(String(await failureOf(query('select 1')))).toMatch(/not queryable|terminated/)
    },
  )

  it('keeps the connection after a statement that the driver refuses', async () => {
    const query = timedQuery(await clientOf({ pipeline: true }), 100)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await failureOf(query(null))
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    expect(await query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  })
})
