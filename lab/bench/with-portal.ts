import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { startEverything } from './start-everything.ts'

/** Starts the whole product over a separate PostgreSQL, runs `work`, then stops and removes both. */
export async function withPortal(
  portOffset: number,
  work: (portal: string, database: Database) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const postgres = await startTestPostgres()
  const databaseUrl = `${postgres.url}postgres`
  const stop = await startEverything(databaseUrl, portOffset)
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  try {
    await work(`http://localhost:${defaultPorts(portOffset).PORTAL_PORT}`, database)
  } finally {
    await database.close()
    await stop()
    await postgres.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
