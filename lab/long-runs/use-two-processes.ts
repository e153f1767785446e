import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess, killAll } from './api-process.ts'

/** Two API processes on one PostgreSQL, and a direct connection for the test. */
interface TwoProcesses {
  first: ApiProcess
  second: ApiProcess
  database: Database
  /** The URL of the database, for a test that opens its own pool. */
  databaseUrl: string
  remove(): Promise<void>
}

/** Nothing listens on this port, so mails stay in the queue. */
const noMailServer = 'smtp://127.0.0.1:9'

/**
 * Starts PostgreSQL and two API processes, which race to run the migrations. Both have the public URL of the first.
 * `more` is additional configuration for both.
 */
async function startTwoProcesses(dataDir: string, more: Record<string, string> = {}): Promise<TwoProcesses> {
  const postgres = await startTestPostgres()
  const databaseUrl = `${postgres.url}portal`
  const admin = new pg.Client({ connectionString: `${postgres.url}postgres` })
  await admin.connect()
  await admin.query('create database portal')
  await admin.end()
  const environment = {
    DATABASE_URL: databaseUrl,
    // Enough connections for the calls to race in the database instead of waiting for a connection.
    DATABASE_POOL_SIZE: '25',
    // Never shed requests because of CPU contention: these tests run alongside the build of the portal.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATA_DIR: dataDir,
    SMTP_URL: noMailServer,
    ...more,
  }
  const first = await ApiProcess.spawn(environment)
  const second = await ApiProcess.spawn({ ...environment, API_URL: first.url })
  await Promise.all([first.ready(), second.ready()])
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const remove = async () => {
    await killAll()
    await database.close()
    await postgres.remove()
  }
  return { first, second, database, databaseUrl, remove }
}

const startLimitMs = 180_000

/** Runs two API processes for all tests of a file. `more` is additional configuration. */
export function useTwoProcesses(more: Record<string, string> = {}): {
  current: TwoProcesses
  dataDir: string
} {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-two-'))
  const use: { current: TwoProcesses | undefined; dataDir: string } = { current: undefined, dataDir }
  beforeAll(async () => {
    use.current = await startTwoProcesses(dataDir, more)
  }, startLimitMs)
  afterAll(async () => {
    await use.current?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    get current() {
      if (!use.current) throw new Error('The processes are not there yet')
      return use.current
    },
  }
}
