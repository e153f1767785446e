import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './open-postgres.ts'

export interface OpenDatabaseOptions {
  /** A PostgreSQL address. Without it the database is PGlite, in the folder `database` of `dataDir`. */
  databaseUrl?: string
  dataDir: string
  /** PostgreSQL connections of this process, 10 by default. */
  poolSize?: number
  /**
   * How long one PostgreSQL statement may take, in milliseconds, 1,900 by default; 0 is no limit.
   * It is also how soon a database that has died without a word is noticed: what is left of the two seconds that are
   * promised is for the answer.
   */
  statementLimitMs?: number
  /** Takes sentences for the operator. */
  log?: (message: string) => void
}

/**
 * Opens the database and brings its tables up to date, under a lock (HOUSE sections 1 and 2).
 * @throws DataFolderInUse when another process that lives has the data folder.
 * @throws DatabaseUnavailableError when PostgreSQL does not answer.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, poolSize = 10, statementLimitMs = 1_900, log = () => {} } = options
  if (databaseUrl) return openPostgres({ databaseUrl, poolSize, statementLimitMs, log })
  // Loaded only where it is used.
  const { openPglite } = await import('./open-pglite.ts')
  return openPglite({ folder: join(dataDir, 'database'), log })
}
