import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './open-postgres.ts'

export interface OpenDatabaseOptions {
  /** A PostgreSQL URL. Without it the database is PGlite in the folder `database` of `dataDir`. */
  databaseUrl?: string
  /** A PostgreSQL URL for reads that may be seconds old. Without it they run on the primary. */
  replicaUrl?: string | undefined
  /** A PostgreSQL URL for migrations, such as one that bypasses a pooler. `databaseUrl` by default. */
  migrationUrl?: string
  dataDir: string
  /** PostgreSQL connections of this process, 10 by default. */
  poolSize?: number
  /**
   * The timeout of a PostgreSQL statement in milliseconds, 1,900 by default. 0 means no limit. It is also how long an
   * unresponsive database goes unnoticed. The default leaves time for the response within the promised two seconds.
   */
  statementLimitMs?: number
  /** Whether the fast path is on, true by default. */
  isFastPathEnabled?: boolean
  /** Logs messages for the operator. */
  log?: (message: string) => void
}

/**
 * Opens the database and migrates it under a lock.
 * @throws DataFolderInUse if another running process uses the data folder.
 * @throws DatabaseUnavailableError if PostgreSQL is unavailable.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, replicaUrl, migrationUrl, dataDir, poolSize = 10, statementLimitMs = 1_900 } = options
  const { isFastPathEnabled = true, log = () => {} } = options
  if (databaseUrl) {
    const limits = { poolSize, statementLimitMs, isFastPathEnabled }
    return openPostgres({ databaseUrl, replicaUrl, migrationUrl, ...limits, log })
  }
  // PGlite is large, so it is loaded only when it is used.
  const { openPglite } = await import('./open-pglite.ts')
  return openPglite({ folder: join(dataDir, 'database'), isFastPathEnabled, log })
}
