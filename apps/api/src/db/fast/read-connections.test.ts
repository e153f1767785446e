import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { failureOf } from '../../testing/failure-of.ts'
import { NetworkLine } from '../../testing/network-line.ts'
import { isOnPostgres, makePostgresDatabase } from '../../testing/open-test-database.ts'
import type { Database, Orm } from '../database.ts'
import { asDatabaseUnavailable } from '../database-errors.ts'
import { parseDatabaseUrl } from '../database-url.ts'
import { Hosts } from '../hosts.ts'
import { openDatabase } from '../open-database.ts'
import { prepared, preparedWrite } from '../prepared.ts'
import { ReadConnections } from './read-connections.ts'

const enough = 40

async function open(count: number, settings: pg.ClientConfig = {}) {
  const lost: string[] = []
  const connectionString = await makePostgresDatabase()
  const reads = new ReadConnections(count, {
    hosts: new Hosts(parseDatabaseUrl('DATABASE_URL', connectionString, 'primary')),
    settings,
    onLost: ({ message }) => lost.push(message),
  })
  onTestFinished(() => reads.close())
  const ask = async (text: string, values: unknown[] = []) => {
    const { rows } = (await reads.query({ name: text, text, values })) as pg.QueryResult
    return rows[0] as Record<string, unknown>
  }
  return { reads, ask, lost, connectionString }
}

const each = <T>(count: number, ask: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)))

describe.runIf(isOnPostgres())('ReadConnections', () => {
  it('returns each caller its own result over two connections', async () => {
    const { ask, reads } = await open(2)
    const text = 'select $1::int as number, pg_backend_pid() as process'
    const rows = await each(enough, (at) => ask(text, [at]))
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: enough }, (_, at) => at))
    expect(new Set(rows.map(({ process }) => process)).size).toBe(2)
    expect(reads.state).toEqual({ total: 2, idle: 2 })
  })

  it('does not open the second connection while the first has capacity', async () => {
    const { ask, reads } = await open(2)
    const rows = await each(16, () => ask('select pg_backend_pid() as process'))
    expect(new Set(rows.map(({ process }) => process)).size).toBe(1)
    expect(reads.state).toEqual({ total: 1, idle: 1 })
  })

  it('queues at most 15 statements behind a slow one', async () => {
    const { ask } = await open(2)
    const ended: string[] = []
    const slow = ask('select pg_sleep(1)').then(() => ended.push('slow'))
    const behind = each(15, () => ask('select 1').then(() => ended.push('behind')))
    await each(10, () => ask('select 2').then(() => ended.push('beside')))
    expect(ended).toEqual(Array.from({ length: 10 }, () => 'beside'))
    await Promise.all([slow, behind])
  })

  it('sends statements over the second connection while the first runs a slow one', async () => {
    const { ask } = await open(2)
    await ask('select 1')
    const ended: string[] = []
    const slow = ask('select pg_sleep(1)').then(() => ended.push('slow'))
    await sleep(50)
    await each(10, () => ask('select 2').then(() => ended.push('beside')))
    expect(ended).toEqual(Array.from({ length: 10 }, () => 'beside'))
    await slow
  })

  it('does not fail other statements when one statement fails', async () => {
    const { ask, lost } = await open(1)
    const [first, failure, last] = await Promise.all([
      ask('select 1 as one'),
      failureOf(ask('select 1 / $1::int as none', [0])),
      ask('select 2 as two'),
    ])
    expect([first, last]).toEqual([{ one: 1 }, { two: 2 }])
    expect(failure).toMatchObject({ code: '22012' })
    expect(await failureOf(ask('select nothing'))).toMatchObject({ code: '42703' })
    expect(await ask('select 3 as three')).toEqual({ three: 3 })
    expect(lost).toEqual([])
  })

  it('reconnects after an administrator has terminated the connection', async () => {
    const { ask, lost, connectionString } = await open(1)
    await ask('select 1')
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    const inFlight = failureOf(ask('select pg_sleep(10)'))
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
    await expect
      .poll(async () => (await admin.query(`${others} and query like '%pg_sleep(10)%'`)).rowCount)
      .toBe(1)
    await admin.end()
    expect(asDatabaseUnavailable(await inFlight)).toBeDefined()
    expect(await ask('select 2 as two')).toEqual({ two: 2 })
    expect(lost).toHaveLength(1)
  })

  it('reports an unavailable database to each caller whose statement was not prepared in time', async () => {
    const { ask, connectionString } = await open(1, { statement_timeout: 500 })
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query('begin; lock table users in access exclusive mode')
    const errors = await each(5, () => failureOf(ask('select id from users')))
    await admin.query('rollback')
    for (const error of errors) expect(asDatabaseUnavailable(error)).toBeDefined()
    expect(await ask('select count(*)::int from users')).toEqual({ count: 0 })
  })

  it('finishes statements in flight when it is closed, and refuses new ones', async () => {
    const { ask, reads, connectionString } = await open(2)
    const inFlight = each(enough, (at) => ask('select $1::int as number', [at]))
    await reads.close()
    expect((await inFlight).at(-1)).toEqual({ number: enough - 1 })
    expect(asDatabaseUnavailable(await failureOf(ask('select 1')))).toBeDefined()
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    const others =
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await expect.poll(async () => (await admin.query(others)).rowCount).toBe(0)
    await admin.end()
  })
})

const selectProcess = (orm: Orm, name: string) =>
  orm.select({ process: sql<number>`pg_backend_pid()` }).from(sql`(select 1) as one`).prepare(name)
const processOf = (db: Orm) => prepared(db, 'test_process', selectProcess).execute()

describe.runIf(isOnPostgres())('prepared reads', () => {
  let line: NetworkLine
  let database: Database

  beforeEach(async () => {
    line = new NetworkLine(await makePostgresDatabase())
    await line.open()
    database = await openDatabase({ databaseUrl: line.url, dataDir: '/nowhere' })
  })
  afterEach(async () => {
    await database.close()
    await line.cut()
  })

  it('share a connection, except in a transaction, which has its own', async () => {
    const outside = await each(10, () => processOf(database.orm))
    expect(new Set(outside.map(([row]) => row?.process)).size).toBe(1)
    const [inside] = await database.transaction((tx) => processOf(tx))
    expect(inside?.process).not.toBe(outside[0]?.[0]?.process)
    expect(database.poolState()).toEqual({ total: 2, idle: 2, waiting: 0 })
  })

  it('never share a connection with prepared writes', async () => {
    const [read] = await processOf(database.orm)
    const [write] = await preparedWrite(database.orm, 'test_process_of_write', selectProcess).execute()
    expect(write?.process).not.toBe(read?.process)
  })

  it('fail while the database is unavailable, and recover afterwards', async () => {
    await processOf(database.orm)
    await line.cut()
    for (let round = 0; round < 2; round++)
      for (const error of await each(enough, () => failureOf(processOf(database.orm))))
        expect(asDatabaseUnavailable(error)).toBeDefined()
    await line.open()
    await each(enough, () => processOf(database.orm))
    await makeUser(database)
  })

  it('time out while the database is unresponsive, and recover afterwards', async () => {
    await processOf(database.orm)
    line.goSilent()
    const began = performance.now()
    for (const error of await each(enough, () => failureOf(processOf(database.orm))))
      expect(asDatabaseUnavailable(error)).toBeDefined()
    expect(performance.now() - began).toBeLessThan(10_000)
    line.goSilent(false)
    await each(enough, () => processOf(database.orm))
  })

  it('keep the connection after a statement timeout', async () => {
    // With a longer limit the server's timeout comes 0.5 seconds before the driver's, also on a busy machine.
    const patient = await openDatabase({
      databaseUrl: line.url,
      dataDir: '/nowhere',
      statementLimitMs: 5_000,
    })
    onTestFinished(() => patient.close())
    const sleep = prepared(patient.orm, 'test_sleep', (orm, name) =>
      orm.select({ nothing: sql`pg_sleep(20)` }).from(sql`(select 1) as one`).prepare(name),
    )
    const [before] = await processOf(patient.orm)
    expect(asDatabaseUnavailable(await failureOf(sleep.execute()))?.message).toContain('statement timeout')
    expect(await processOf(patient.orm)).toEqual([before])
  })

  it('use the pool if it is too small to reserve read connections', async () => {
    const small = await openDatabase({ databaseUrl: line.url, dataDir: '/nowhere', poolSize: 3 })
    onTestFinished(() => small.close())
    await each(enough, () => processOf(small.orm))
    expect(small.poolState()).toEqual({ total: 3, idle: 3, waiting: 0 })
  })
})
