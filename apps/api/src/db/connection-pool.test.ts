import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../testing/failure-of.ts'
import { makePostgresDatabase } from '../testing/open-test-database.ts'
import { ConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailableError } from './database-errors.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { Hosts } from './hosts.ts'

function poolOf(url: string, settings: pg.PoolConfig = {}, runsScripts = false): ConnectionPool {
  const hosts = new Hosts(parseDatabaseUrl('DATABASE_URL', url, 'primary'))
  const pool = new ConnectionPool({ hosts, settings, runsScripts, onLost: () => {} })
  onTestFinished(() => pool.end())
  return pool
}

/** The URL with another host in front, where nothing listens. */
const withDeadHost = (url: string) => url.replace('@', '@127.0.0.1:1,')

describe('ConnectionPool', () => {
  it('replaces the connection of a script that failed in its own transaction', async () => {
    const pool = poolOf(await makePostgresDatabase(), { max: 1 }, true)
    expect(String(await failureOf(pool.query('begin; select 1 / 0; commit')))).toContain('division by zero')
    expect(await pool.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  })

  it('uses the host that accepts writes', async () => {
    const pool = poolOf(withDeadHost(await makePostgresDatabase()))
    expect(await pool.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  })

  it('fails while no host accepts writes, and recovers when one does', async () => {
    const url = await makePostgresDatabase()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    onTestFinished(() => admin.end())
    const name = new URL(url).pathname.slice(1)
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    const pool = poolOf(withDeadHost(url))
    const error = await failureOf(pool.query('select 1'))
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(String(error)).toContain("None of the database's 2 hosts accepts writes")
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    expect(await pool.query('select 2 as two')).toMatchObject({ rows: [{ two: 2 }] })
  })
})
