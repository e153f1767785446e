import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeUser } from '../testing/factories.ts'
import { NetworkLine } from '../testing/network-line.ts'
import { isOnPostgres, makePostgresDatabase } from '../testing/open-test-database.ts'
import type { Database } from './database.ts'
import { asDatabaseUnavailable, DatabaseUnavailableError } from './database-errors.ts'
import { openDatabase } from './open-database.ts'
import { users } from './schema/users.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe.runIf(isOnPostgres())('openers on PostgreSQL', () => {
  it('migrate once when several start at the same moment, and find nothing to do later', async () => {
    const databaseUrl = await makePostgresDatabase('bare')
    const said: string[] = []
    const open = () =>
      openDatabase({ databaseUrl, dataDir: '/nowhere', log: (message) => said.push(message) })
    const opened = await Promise.all([open(), open(), open(), open()])
    opened.push(await open())
    expect(said).toEqual(['The database is up to date.'])
    const rows = await opened[0]?.orm
      .select({ hash: sql<string>`hash` })
      .from(sql`drizzle.__drizzle_migrations`)
    expect(new Set(rows?.map((row) => row.hash)).size).toBe(rows?.length)
    await Promise.all(opened.map((database) => database.close()))
  })

  it('need no right to change the schema when nothing is to be changed', async () => {
    const databaseUrl = await makePostgresDatabase()
    const role = `reader_${crypto.randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`create role ${role} login password 'reader'`)
    await admin.query(`grant usage on schema drizzle to ${role}`)
    await admin.query(`grant select on all tables in schema drizzle, public to ${role}`)
    await admin.end()
    const url = new URL(databaseUrl)
    url.username = role
    url.password = 'reader'
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '/nowhere' })
    expect(await database.orm.select().from(users)).toEqual([])
    await database.close()
  })

  it('say so when there is no server', async () => {
    const error = await failureOf(
      openDatabase({ databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none', dataDir: '/nowhere' }),
    )
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(String(error)).not.toContain('secret')
  })
})

describe.runIf(isOnPostgres())('a PostgreSQL that goes away', () => {
  let line: NetworkLine
  let database: Database
  const lost: string[] = []

  beforeEach(async () => {
    line = new NetworkLine(await makePostgresDatabase())
    await line.open()
    database = await openDatabase({
      databaseUrl: line.url,
      dataDir: '/nowhere',
      poolSize: 2,
      log: (message) => lost.push(message),
    })
    await makeUser(database)
  })
  afterEach(async () => {
    await database.close()
    await line.cut()
  })

  it('is noticed by ping at once, and found again when it is back', async () => {
    await database.ping(1_000)
    await line.cut()
    await expect(database.ping(1_000)).rejects.toThrow(DatabaseUnavailableError)
    expect(asDatabaseUnavailable(await failureOf(makeUser(database)))).toBeDefined()
    expect(lost.join()).not.toContain('password')
    await line.open()
    await database.ping(1_000)
    expect(await database.orm.select().from(users)).toHaveLength(1)
  })

  it('is noticed within the time limit when it says nothing, and leaves no connection stuck', async () => {
    line.goSilent()
    expect(await elapsedMs(() => expect(database.ping(300)).rejects.toThrow('within 300 ms'))).toBeLessThan(
      10_000,
    )
    const took = await elapsedMs(async () => {
      const errors = await Promise.all([
        failureOf(database.orm.select().from(users)),
        failureOf(database.transaction((tx) => makeUser({ orm: tx }))),
      ])
      for (const error of errors) expect(asDatabaseUnavailable(error)).toBeDefined()
    })
    expect(took).toBeLessThan(10_000)
    await line.cut()
    await line.open()
    expect(
      await Promise.all(Array.from({ length: 6 }, () => database.orm.select().from(users))),
    ).toHaveLength(6)
  })

  it('in the middle of a transaction ends that transaction alone', async () => {
    const error = await failureOf(
      database.transaction(async (tx) => {
        await makeUser({ orm: tx })
        await line.cut()
        await makeUser({ orm: tx })
      }),
    )
    expect(asDatabaseUnavailable(error)).toBeDefined()
    await line.open()
    for (let round = 0; round < 4; round++) {
      await database.transaction(async (tx) => expect(await tx.select().from(users)).toHaveLength(1))
    }
  })

  it('before a transaction begins does not cost the pool a connection', async () => {
    await line.cut()
    for (let round = 0; round < 4; round++) {
      expect(asDatabaseUnavailable(await failureOf(database.transaction(async () => {})))).toBeDefined()
      expect(asDatabaseUnavailable(await failureOf(database.orm.transaction(async () => {})))).toBeDefined()
    }
    await line.open()
    await Promise.all(Array.from({ length: 6 }, () => database.transaction((tx) => makeUser({ orm: tx }))))
  })

  it('survives an administrator who ends every connection', async () => {
    const admin = new pg.Client({ connectionString: line.url })
    await admin.connect()
    const pids = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
    const error = await failureOf(
      database.transaction(async (tx) => {
        await admin.query(`${pids} and datname = current_database()`)
        await tx.select().from(users)
      }),
    )
    await admin.end()
    expect(asDatabaseUnavailable(error)).toBeDefined()
    await database.ping(1_000)
  })

  it('ends a statement that takes too long, and keeps the connection', async () => {
    // Longer than usual: PostgreSQL gives up half a second before we do, which a busy machine keeps to.
    const patient = await openDatabase({
      databaseUrl: line.url,
      dataDir: '/nowhere',
      statementLimitMs: 5_000,
    })
    onTestFinished(() => patient.close())
    const error = await failureOf(patient.orm.execute(sql`select pg_sleep(20)`))
    expect(asDatabaseUnavailable(error)?.message).toContain('statement timeout')
    await patient.ping(1_000)
  })
})

describe.runIf(isOnPostgres())('a transaction on PostgreSQL', () => {
  it('gives the reason for which it was undone, and nests', async () => {
    const database = await openDatabase({ databaseUrl: await makePostgresDatabase(), dataDir: '/nowhere' })
    await expect(
      database.transaction(async (tx) => {
        await makeUser({ orm: tx })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await database.transaction(async (tx) => {
      await makeUser({ orm: tx })
      await failureOf(
        tx.transaction(async (inner) => {
          await makeUser({ orm: inner })
          throw new Error('only this part')
        }),
      )
    })
    expect(await database.orm.select().from(users)).toHaveLength(1)
    await database.close()
  })
})
