import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database } from './database.ts'
import { asDatabaseUnavailable, driverUnavailable } from './database-errors.ts'
import { enableFastReads } from './fast/fast-reads.ts'
import { ReadConnections } from './fast/read-connections.ts'
import { isMigrated, migrationsFolder } from './migrate.ts'
import { observePool } from './observe-postgres.ts'
import { observedQuery } from './observed-statement.ts'
import { QueueExecutor } from './queue-executor.ts'
import { runWithTimeout } from './within-time.ts'

export interface PostgresOptions {
  databaseUrl: string
  poolSize: number
  statementLimitMs: number
  /** True by default. */
  isFastPathEnabled?: boolean
  log: (message: string) => void
}

/** The advisory lock's key, which no other application in the same database may use. */
const migrationLock = 7_236_014_551
const connectLimitMs = 1_900
const idleTransactionLimitMs = 30_000
/** So long may a statement of the upkeep take, such as the deletion of a few thousand rows. */
const upkeepLimitMs = 60_000
/** An unresponsive server is left after this time, so that jobs resume within ten seconds of a failover. */
const queueLimitMs = 8_000
/** Longer than the interval of most readiness probes, so that the connection stays open between them. */
const healthIdleMs = 60_000
/** The maximum number of a process's connections that only run reads. */
const maxReadConnections = 2

/** Opens PostgreSQL. The limits above detect an unavailable database, and the pool reconnects when it is back. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, poolSize, statementLimitMs, isFastPathEnabled = true, log } = options
  await applyMigrations(databaseUrl, log)

  const connection = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    application_name: 'portal-api',
    // The server's timeout comes first, because the connection stays usable after it.
    ...(statementLimitMs > 0
      ? { statement_timeout: Math.ceil(statementLimitMs * 0.9), query_timeout: statementLimitMs }
      : {}),
  }
  const onLost = (error: Error) => log(`A database connection was lost: ${error.message}`)
  const readCount = isFastPathEnabled ? Math.min(maxReadConnections, Math.floor(poolSize / 4)) : 0
  const reads = readCount > 0 ? new ReadConnections(readCount, connection, onLost) : undefined
  const pool = new pg.Pool({
    ...connection,
    max: poolSize - readCount,
    idle_in_transaction_session_timeout: idleTransactionLimitMs,
  })
  // Without listeners, a broken connection would crash the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', () => {}))

  const separatePool = (name: string, settings: pg.PoolConfig) => {
    const made = new pg.Pool({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectLimitMs,
      keepAlive: true,
      application_name: `portal-api ${name}`,
      ...settings,
    })
    made.on('error', (error) => log(`A database connection of the ${name} was lost: ${error.message}`))
    made.on('connect', (client) => client.on('error', () => {}))
    return made
  }
  // Creating the queue's tables at the first start takes longer than a request may.
  const queuePool = separatePool('jobs', { max: 2, query_timeout: queueLimitMs })
  const upkeepPool = separatePool('upkeep', {
    max: 1,
    statement_timeout: upkeepLimitMs,
    query_timeout: upkeepLimitMs + connectLimitMs,
  })
  // Readiness must not wait behind the statements of users.
  const healthPool = separatePool('health', { max: 1, idleTimeoutMillis: healthIdleMs })

  const orm = drizzle(pool)
  orm.transaction = (work, config) => inTransaction(pool, work, config)
  const upkeep = drizzle(upkeepPool)
  upkeep.transaction = (work, config) => inTransaction(upkeepPool, work, config)
  // Drizzle uses only the `query` method of a client.
  if (isFastPathEnabled) enableFastReads(orm, reads && drizzle(reads as unknown as pg.Client))

  const pools = [pool, queuePool, upkeepPool, healthPool]
  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    orm,
    upkeep,
    ping: (timeoutMs) => runWithTimeout(timeoutMs, () => healthPool.query('select 1')),
    transaction: (work) => inTransaction(pool, work),
    queue: new QueueExecutor((text, values) => convertErrors(queuePool.query(text, values))),
    poolState: () => {
      const { total, idle } = reads?.state ?? { total: 0, idle: 0 }
      return { total: pool.totalCount + total, idle: pool.idleCount + idle, waiting: pool.waitingCount }
    },
    observe: (observe) => {
      observePool(pool, observe)
      observePool(upkeepPool, observe)
      if (reads) reads.query = observedQuery(reads.query, observe)
    },
    close: () => {
      closing ??= Promise.all([...pools.map((one) => one.end()), reads?.close()]).then(() => {})
      return closing
    },
  }
}

type TransactionArguments = Parameters<NodePgDatabase['transaction']>

/**
 * Replaces Drizzle's transaction on a pool, which leaks the connection when `begin` fails and throws the error of a failed
 * rollback instead of the original error.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Parameters<TransactionArguments[0]>[0]) => Promise<T>,
  config?: TransactionArguments[1],
): Promise<T> {
  const client = await convertErrors(pool.connect())
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
        // A rollback on an unavailable database would only time out again.
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

/** Converts the errors of a driver call without Drizzle to `DatabaseUnavailableError` where they mean that. */
async function convertErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw driverUnavailable(error) ?? error
  }
}

/** Applies missing migrations under an advisory lock. Processes that start together run it one after another. */
async function applyMigrations(databaseUrl: string, log: (message: string) => void): Promise<void> {
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
    // Also releases the lock.
    await client.end().catch(() => {})
  }
}
