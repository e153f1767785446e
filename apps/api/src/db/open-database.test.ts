import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { operatorMessageOf } from '../operator-message.ts'
import { makeUser } from '../testing/factories.ts'
import { failureOf } from '../testing/failure-of.ts'
import { NetworkLine } from '../testing/network-line.ts'
import { makePostgresDatabase } from '../testing/open-test-database.ts'
import type { Database } from './database.ts'
import { asDatabaseUnavailable, DatabaseUnavailableError } from './database-errors.ts'
import { openDatabase } from './open-database.ts'

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe('openDatabase with PostgreSQL', () => {
  it('migrates only once when several processes start at the same time', async () => {
    const databaseUrl = await makePostgresDatabase('bare')
    const said: string[] = []
    const open = () => openDatabase({ databaseUrl, log: (message) => said.push(message) })
    const opened = await Promise.all([open(), open(), open(), open()])
    opened.push(await open())
    expect(said).toEqual(['The database is up to date.'])
    const rows = await opened[0]?.orm
      .select({ hash: sql<string>`hash` })
      .from(sql`drizzle.__drizzle_migrations`)
    expect(new Set(rows?.map((row) => row.hash)).size).toBe(rows?.length)
    await Promise.all(opened.map((database) => database.close()))
  })

  it('needs no permission to change the schema of a migrated database', async () => {
    const databaseUrl = await makePostgresDatabase()
    const role = `reader_${crypto.randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    await admin.query(`create role ${role} login password 'reader'`)
    await admin.query(`grant usage on schema drizzle to ${role}`)
    await admin.query(`grant select on all tables in schema drizzle to ${role}`)
    await admin.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await admin.end()
    const url = new URL(databaseUrl)
    url.username = role
    url.password = 'reader'
    const database = await openDatabase({ databaseUrl: url.href })
    expect(await database.orm.select().from(users)).toEqual([])
    await database.close()
  })

  it('refuses a database that lacks the migrations because they were applied to another one', async () => {
    const [databaseUrl, migrationUrl] = [await makePostgresDatabase('bare'), await makePostgresDatabase()]
    const open = openDatabase({ databaseUrl, migrationUrl })
    expect(operatorMessageOf(await failureOf(open))).toContain(
      'MIGRATION_DATABASE_URL and DATABASE_URL lead to different databases',
    )
    const same = await openDatabase({ databaseUrl: migrationUrl, migrationUrl })
    await same.close()
  })

  it('refuses a role that lacks rights on the tables that another role owns', async () => {
    const migrationUrl = await makePostgresDatabase()
    const role = `app_${crypto.randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: migrationUrl })
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query(`create role ${role} login password 'app'`)
    const url = new URL(migrationUrl)
    url.username = role
    url.password = 'app'
    const { href: databaseUrl } = url
    const refusal = async () =>
      operatorMessageOf(await failureOf(openDatabase({ databaseUrl, migrationUrl })))
    expect(await refusal()).toMatch(
      /^The role app_\w+ of DATABASE_URL lacks SELECT, INSERT, UPDATE, DELETE on the tables\. Make it/,
    )
    await admin.query(`grant usage on schema drizzle to ${role}`)
    await admin.query(`grant select on all tables in schema drizzle to ${role}`)
    await admin.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await admin.query(`revoke delete on users from ${role}`)
    expect(await refusal()).toContain(' lacks DELETE on the tables. Make it')
    await admin.query(`grant postgres to ${role}`)
    await admin.query(`alter role ${role} set role = 'postgres'`)
    const database = await openDatabase({ databaseUrl, migrationUrl })
    await database.close()
  })

  it('refuses an invalid REPLICA_DATABASE_URL or MIGRATION_DATABASE_URL before it connects', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
    const invalid = 'postgres://me:se/cret@db/portal'
    const open = (more: object) => failureOf(openDatabase({ databaseUrl, ...more }))
    expect(String(await open({ replicaUrl: invalid }))).toContain('REPLICA_DATABASE_URL must be a URL')
    expect(String(await open({ migrationUrl: invalid }))).toContain('MIGRATION_DATABASE_URL must be a URL')
  })

  it('throws DatabaseUnavailableError without the password if the server is unavailable', async () => {
    const error = await failureOf(openDatabase({ databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none' }))
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(String(error)).not.toContain('secret')
  })
})

describe('the PostgreSQL connection', () => {
  let line: NetworkLine
  let database: Database
  const lost: string[] = []

  beforeEach(async () => {
    line = new NetworkLine(await makePostgresDatabase())
    await line.open()
    database = await openDatabase({
      databaseUrl: line.url,
      poolSize: 2,
      log: (message) => lost.push(message),
    })
    await makeUser(database)
  })
  afterEach(async () => {
    await database.close()
    await line.cut()
  })

  it('fails immediately when the server is unavailable, and recovers afterwards', async () => {
    await database.ping(1_000)
    await line.cut()
    await expect(database.ping(1_000)).rejects.toThrow(DatabaseUnavailableError)
    expect(asDatabaseUnavailable(await failureOf(makeUser(database)))).toBeDefined()
    expect(lost.join()).not.toContain('password')
    await line.open()
    await database.ping(1_000)
    expect(await database.orm.select().from(users)).toHaveLength(1)
  })

  it('times out when the server is unresponsive, and leaks no pool connection', async () => {
    line.goSilent()
    expect(await elapsedMs(() => expect(database.ping(300)).rejects.toThrow('within 300 ms'))).toBeLessThan(
      10_000,
    )
    const took = await elapsedMs(async () => {
      const errors = await Promise.all([
        failureOf(database.query({ name: 'one', text: 'select 1', values: [] })),
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

  it('fails only the transaction in which the connection was lost', async () => {
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

  it('leaks no pool connection when a transaction cannot begin', async () => {
    await line.cut()
    for (let round = 0; round < 4; round++) {
      expect(asDatabaseUnavailable(await failureOf(database.transaction(async () => {})))).toBeDefined()
      expect(asDatabaseUnavailable(await failureOf(database.orm.transaction(async () => {})))).toBeDefined()
      const named = failureOf(database.query({ name: 'one', text: 'select 1', values: [] }))
      expect(asDatabaseUnavailable(await named)).toBeDefined()
    }
    await line.open()
    await Promise.all(Array.from({ length: 6 }, () => database.transaction((tx) => makeUser({ orm: tx }))))
  })

  it('recovers after an administrator has terminated every connection', async () => {
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
    // An idle connection may not have noticed its end yet.
    await expect.poll(() => failureOf(database.ping(1_000))).toBeUndefined()
  })

  it('stays open after a statement timeout, also in a transaction', async () => {
    // With a longer limit the server's timeout comes 0.5 seconds before the driver's, also on a busy machine.
    const patient = await openDatabase({ databaseUrl: line.url, poolSize: 1, statementLimitMs: 5_000 })
    onTestFinished(() => patient.close())
    const backend = () => patient.query({ name: 'backend', text: 'select pg_backend_pid()', values: [] })
    const opened = await backend()
    const single = await failureOf(patient.orm.execute(sql`select pg_sleep(20)`))
    const inTransaction = await failureOf(
      patient.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 50`)
        await tx.execute(sql`select pg_sleep(20)`)
      }),
    )
    for (const error of [single, inTransaction])
      expect(asDatabaseUnavailable(error)?.message).toContain('statement timeout')
    expect(await backend()).toEqual(opened)
  })
})

describe('a full PostgreSQL server', () => {
  it('makes statements and transactions wait for a free connection of the pool', async () => {
    const databaseUrl = await makePostgresDatabase()
    const role = `few_${crypto.randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    onTestFinished(() => admin.end())
    // The first start also checks the migrations with a connection, and closes it.
    await admin.query(`create role ${role} login password 'few' connection limit 2`)
    await admin.query(`grant usage on schema drizzle to ${role}`)
    await admin.query(`grant select on all tables in schema drizzle, public to ${role}`)
    const url = new URL(databaseUrl)
    url.username = role
    url.password = 'few'
    const database = await openDatabase({ databaseUrl: url.href })
    onTestFinished(() => database.close())
    const read = () => database.orm.select().from(users)
    const reads = Array.from({ length: 12 }, (_, at) =>
      at % 2 ? read() : database.transaction((tx) => tx.select().from(users)),
    )
    expect(await Promise.all(reads)).toEqual(reads.map(() => []))
  })
})

describe('a transaction on PostgreSQL', () => {
  it('throws the error that caused its rollback, and can be nested', async () => {
    const database = await openDatabase({ databaseUrl: await makePostgresDatabase() })
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
