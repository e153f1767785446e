import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database } from './database.ts'
import { asDatabaseUnavailable, driverUnavailable } from './database-errors.ts'
import { isMigrated, migrationsFolder } from './migrate.ts'
import { observePool } from './observe-postgres.ts'
import { observedQuery } from './observed-statement.ts'
import { readThrough } from './prepared.ts'
import { QueueExecutor } from './queue-executor.ts'
import { ReadConnections } from './read-connections.ts'
import { withinTime } from './within-time.ts'

export interface PostgresOptions {
  databaseUrl: string
  poolSize: number
  statementLimitMs: number
  log: (message: string) => void
}

/** Any number that every process of the product shares and nothing else in the same database uses. */
const migrationLock = 7_236_014_551
const connectLimitMs = 1_900
const idleTransactionLimitMs = 30_000
/** Of the connections of a process, how many are for reads alone. */
const mostReadConnections = 2

/** Opens PostgreSQL. A database that dies is noticed within the limits above; the pool mends itself when it is back. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, poolSize, statementLimitMs, log } = options
  await bringUpToDate(databaseUrl, log)

  const connection = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    application_name: 'portal-api',
    // The server gives up just before we do: then the connection stays usable.
    ...(statementLimitMs > 0
      ? { statement_timeout: Math.ceil(statementLimitMs * 0.9), query_timeout: statementLimitMs }
      : {}),
  }
  const onLost = (error: Error) => log(`A database connection was lost: ${error.message}`)
  const readCount = Math.min(mostReadConnections, Math.floor(poolSize / 4))
  const reads = readCount > 0 ? new ReadConnections(readCount, connection, onLost) : undefined
  const pool = new pg.Pool({
    ...connection,
    max: poolSize - readCount,
    idle_in_transaction_session_timeout: idleTransactionLimitMs,
  })
  // Without a listener a connection that breaks would end the process, idle or in use.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', () => {}))

  // The queue makes its own tables at its first start: that takes longer than a statement of ours may.
  const queuePool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: connectLimitMs,
    application_name: 'portal-api jobs',
  })
  queuePool.on('error', (error) => log(`The job queue lost its database connection: ${error.message}`))

  const orm = drizzle(pool)
  orm.transaction = (work, config) => inTransaction(pool, work, config)
  // Drizzle asks no more of a client than this.
  if (reads) readThrough(orm, drizzle(reads as unknown as pg.Client))

  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    orm,
    ping: (timeoutMs) => withinTime(timeoutMs, () => pool.query('select 1')),
    transaction: (work) => inTransaction(pool, work),
    queue: new QueueExecutor((text, values) => answering(queuePool.query(text, values))),
    poolState: () => {
      const { total, idle } = reads?.state ?? { total: 0, idle: 0 }
      return { total: pool.totalCount + total, idle: pool.idleCount + idle, waiting: pool.waitingCount }
    },
    observe: (observe) => {
      observePool(pool, observe)
      if (reads) reads.query = observedQuery(reads.query, observe)
    },
    close: () => {
      closing ??= Promise.all([pool.end(), queuePool.end(), reads?.close()]).then(() => {})
      return closing
    },
  }
}

type TransactionArguments = Parameters<NodePgDatabase['transaction']>

/**
 * Drizzle's own transaction on a pool keeps the connection for good when `begin` fails, and puts the
 * failure of the rollback in the place of the reason for it.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Parameters<TransactionArguments[0]>[0]) => Promise<T>,
  config?: TransactionArguments[1],
): Promise<T> {
  const client = await answering(pool.connect())
  let isReleased = false
  const release = (isBroken: boolean) => {
    if (!isReleased) client.release(isBroken)
    isReleased = true
  }
  let failure: { reason: unknown } | undefined
  try {
    const result = await drizzle(client).transaction(async (tx) => {
      try {
        return await work(tx)
      } catch (reason) {
        failure = { reason }
        // A rollback would wait as long again for a database that does not answer.
        if (asDatabaseUnavailable(reason)) release(true)
        throw reason
      }
    }, config)
    release(false)
    return result
  } catch (error) {
    release(failure === undefined || failure.reason !== error)
    throw failure ? failure.reason : error
  }
}

/** What the driver is asked without Drizzle, its failures as everybody knows them. */
async function answering<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw driverUnavailable(error) ?? error
  }
}

/** Applies what is missing. Processes that start together take turns, and the second finds nothing to do. */
async function bringUpToDate(databaseUrl: string, log: (message: string) => void): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectLimitMs,
    application_name: 'portal-api migrations',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const orm = drizzle(client)
    if (await isMigrated(orm)) return
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if (await isMigrated(orm)) return
    await migrate(orm, { migrationsFolder })
    log('The database is up to date.')
  } catch (error) {
    throw driverUnavailable(error) ?? error
  } finally {
    // Ends the lock too.
    await client.end().catch(() => {})
  }
}
