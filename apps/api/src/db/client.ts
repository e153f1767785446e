import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ObserveStatement } from './observed-statement.ts'
import { openPostgres } from './open-postgres.ts'
import type { QueueExecutor } from './queue-executor.ts'

/** What stores take: the database itself, or a transaction on it. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** Connections of this process, and how many wait for one. */
export interface PoolState {
  total: number
  idle: number
  waiting: number
}

export interface Database {
  engine: 'pglite' | 'postgres'
  orm: Orm
  /**
   * Asks the database for one row.
   * @throws DatabaseUnavailableError when no answer comes within `timeoutMs` milliseconds.
   */
  ping(timeoutMs: number): Promise<void>
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing when it throws.
   * On PGlite everything else waits meanwhile, so `work` uses only the `tx` it is given:
   * a query on `orm` from inside would wait for itself.
   */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>
  /** The job queue's way to the same database. */
  queue: QueueExecutor
  /** Undefined where there is no pool. */
  poolState(): PoolState | undefined
  /** Has every statement from now on run through `observe`, those of the queue outside transactions left out. */
  observe(observe: ObserveStatement): void
  /** Ends the connections and gives the data folder back. May be called twice. */
  close(): Promise<void>
}

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
