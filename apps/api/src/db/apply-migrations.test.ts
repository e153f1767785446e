import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makePostgresDatabase } from '../testing/open-test-database.ts'
import { applyMigrations } from './apply-migrations.ts'
import { type MigrationStep, stepsOf } from './migration-steps.ts'

const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_extra" ON "users" ("extra")'
const column = 'ALTER TABLE "users" ADD COLUMN "extra" text'

let databaseUrl: string
let client: pg.Client

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: databaseUrl })
  await opened.connect()
  onTestFinished(() => opened.end())
  return opened
}

const steps = (...statements: string[]): MigrationStep[] =>
  stepsOf({ tag: '0099_example', at: Date.now() * 2, text: statements.join(), statements })

const isValid = async (name: string) => {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid where relname = $1',
    [name],
  )
  return rows[0]?.valid
}

describe('applyMigrations', () => {
  beforeEach(async () => {
    databaseUrl = await makePostgresDatabase()
    client = await connect()
  })

  it('gives way to a transaction that reads the table, lets other reads pass, and succeeds afterwards', async () => {
    const dump = await connect()
    await dump.query('begin')
    await dump.query('select count(*) from users')
    const reader = await connect()
    const lines: string[] = []
    let meanwhile: Promise<unknown> | undefined
    const log = (line: string) => {
      lines.push(line)
      meanwhile ??= reader.query('select count(*) from users').then(() => dump.query('commit'))
    }
    await applyMigrations(client, steps(column), { log, firstPauseMs: 10 })
    await meanwhile
    expect(lines[0]).toBe(
      'Migration 0099_example is blocked by another transaction, such as a dump. Trying again.',
    )
    expect((await client.query('select extra from users')).rows).toEqual([])
  })

  it('does not repeat the transaction after a statement that runs alone has failed', async () => {
    const broken = steps(column, index.replace('"extra")', '"missing")'))
    await expect(applyMigrations(client, broken, { log: () => {} })).rejects.toThrow('missing')
    const repaired = steps(column, index).map((step, at) => ({ ...step, at: broken[at]?.at ?? 0 }))
    expect(await applyMigrations(client, repaired, { log: () => {} })).toBe(true)
    expect(await isValid('users_extra')).toBe(true)
    expect(await applyMigrations(client, repaired, { log: () => {} })).toBe(false)
  })

  it('rolls back the whole transaction if one of its statements fails', async () => {
    const broken = steps(column, 'ALTER TABLE "missing" ADD COLUMN "a" text')
    await expect(applyMigrations(client, broken, { log: () => {} })).rejects.toThrow('missing')
    await expect(client.query('select extra from users')).rejects.toThrow('extra')
  })

  it('keeps an index that was built beforehand, and replaces one whose build was interrupted', async () => {
    await client.query(column)
    await client.query(index)
    const { rows: before } = await client.query(`select 'users_extra'::regclass::oid as id`)
    await applyMigrations(client, steps(index), { log: () => {} })
    expect((await client.query(`select 'users_extra'::regclass::oid as id`)).rows).toEqual(before)

    await client.query(`update pg_index set indisvalid = false where indexrelid = 'users_extra'::regclass`)
    const later = steps(index).map((step) => ({ ...step, at: step.at + 1_000_000 }))
    await applyMigrations(client, later, { log: () => {} })
    expect(await isValid('users_extra')).toBe(true)
  })

  it('stops before the next step when the lock is lost', async () => {
    const requireLock = () => {
      throw new Error('the lock was lost')
    }
    const work = applyMigrations(client, steps(column), { log: () => {}, requireLock })
    await expect(work).rejects.toThrow('the lock was lost')
    await expect(client.query('select extra from users')).rejects.toThrow('extra')
  })
})
