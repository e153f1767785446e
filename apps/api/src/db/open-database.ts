import type pg from 'pg'
import { ConnectionPool } from './connection-pool.ts'
import type { Database, NamedStatement } from './database.ts'
import { asUnusableServer, driverError, MigrationConnectionError, UnusableServer } from './database-errors.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { Hosts } from './hosts.ts'
import {
  connectLimitMs as defaultConnectLimitMs,
  healthLimitMs,
  idleLimitMs,
  idleTransactionLimitMs,
  keepAliveDelayMs,
  queueLimitMs,
  serverLimitOf,
  upkeepLimitMs,
  withoutParallelWorkers,
} from './limits.ts'
import { readLocalUrl } from './local-database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { ReplicaReads } from './replica.ts'
import { runWithTimeout } from './within-time.ts'

export interface OpenDatabaseOptions {
  /** The database's URL. Without it, the database is the one of `dataDir`, which the local run has started. */
  databaseUrl?: string | undefined
  /** The URL for reads that may be seconds old. Without it they run on the primary. */
  replicaUrl?: string | undefined
  /** The URL for migrations, such as one that bypasses a pooler. `databaseUrl` by default. */
  migrationUrl?: string | undefined
  dataDir?: string
  /** Whether a pooler in transaction mode is in front of the database. False by default. */
  isPooled?: boolean
  /** Connections of this process, 10 by default. */
  poolSize?: number
  /**
   * The timeout of a statement in milliseconds, 1,900 by default. 0 means no limit. It is also how long an unresponsive
   * database goes unnoticed. The default leaves time for the response within the promised two seconds.
   */
  statementLimitMs?: number
  /** How long opening a connection may take. Defaults to the limit in limits.ts. */
  connectLimitMs?: number
  /** Logs messages for the operator. */
  log?: (message: string) => void
}

/** The maximum number of a process's connections to the replica. */
const maxReplicaConnections = 4
const localIsStopped = 'The local database is not running. Run "npm start", or set DATABASE_URL.'
/** A read like those of requests: named, and of a table of the product. */
const readyRead = { name: 'ready', text: 'select id from users limit 1' }

/**
 * Opens the database and migrates it under a lock. The limits detect an unavailable database, and the pools reconnect when it is
 * back.
 * @throws ConfigurationError without a URL and a local database
 * @throws DatabaseUnavailableError if the database is unavailable
 * @throws UnusableServer if a pooler is in front of it and `isPooled` does not say so
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { replicaUrl, migrationUrl, dataDir = '', isPooled = false, poolSize = 10 } = options
  const { statementLimitMs = 1_900, connectLimitMs = defaultConnectLimitMs, log = () => {} } = options
  const databaseUrl = options.databaseUrl || readLocalUrl(dataDir)
  const hosts = new Hosts(parseDatabaseUrl('DATABASE_URL', databaseUrl, 'primary'))
  const migrationHosts =
    migrationUrl && new Hosts(parseDatabaseUrl('MIGRATION_DATABASE_URL', migrationUrl, 'primary'))
  const replicaHosts = replicaUrl && new Hosts(parseDatabaseUrl('REPLICA_DATABASE_URL', replicaUrl, 'any'))
  const url = await hosts.find()
  if (migrationHosts) {
    await migrate(await migrationHosts.find(), log, connectLimitMs).catch((cause: unknown) => {
      throw new MigrationConnectionError(cause)
    })
    await requireMigrated(url, connectLimitMs)
  } else
    await migrate(url, log, connectLimitMs).catch((error: unknown) => {
      const isStopped = !options.databaseUrl && driverError(error)?.code === 'ECONNREFUSED'
      throw isStopped ? new UnusableServer(localIsStopped) : error
    })

  /** @param limitMs the time limit of a statement; 0 means none */
  const poolOf = (
    name: string,
    limitMs: number,
    settings: pg.PoolConfig,
    more: { of?: Hosts; runsScripts?: true } = {},
  ) => {
    const { of = hosts, runsScripts = false } = more
    // A missing replica must not stop the start, so its pool is treated like one behind a pooler, which sets limits later.
    const limitsTransactions = isPooled || of !== hosts
    return new ConnectionPool({
      hosts: of,
      runsScripts,
      settings: {
        connectionTimeoutMillis: connectLimitMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveDelayMs,
        application_name: `portal-api ${name}`,
        ...(limitMs > 0 && { query_timeout: limitMs }),
        // A pooler refuses these settings of a session.
        ...(!limitsTransactions && {
          statement_timeout: serverLimitOf(limitMs),
          options: `-c ${withoutParallelWorkers}`,
          idle_in_transaction_session_timeout: idleTransactionLimitMs,
        }),
        ...settings,
      },
      transactionLimitMs: limitsTransactions ? serverLimitOf(limitMs) : undefined,
      onLost: (error) => log(`A database connection of the ${name} was lost: ${error.message}`),
    })
  }
  const pool = poolOf('requests', statementLimitMs, { max: poolSize, idleTimeoutMillis: idleLimitMs })
  // Creating the queue's tables at the first start takes longer than a request may.
  const queuePool = poolOf('jobs', queueLimitMs, { max: 2 }, { runsScripts: true })
  const upkeepPool = poolOf('upkeep', upkeepLimitMs, { max: 1 })
  // Readiness must not wait behind the statements of users.
  const healthPool = poolOf('health', healthLimitMs, { max: 1, idleTimeoutMillis: idleLimitMs })
  const replicaPool =
    replicaHosts && poolOf('replica', statementLimitMs, { max: maxReplicaConnections }, { of: replicaHosts })
  const pools = [pool, queuePool, upkeepPool, healthPool, ...(replicaPool ? [replicaPool] : [])]

  const orm = pool.drizzle()
  const replica = new ReplicaReads(orm, replicaPool ? replicaPool.drizzle() : undefined, ({ message }) =>
    log(`The replica failed, so its reads use the primary for ten seconds: ${message}`),
  )
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.all(pools.map((one) => one.end())).then(() => {})
    return closing
  }
  // The first statement of a pool shows whether a pooler refuses it.
  await healthPool.query('select 1').catch(async (error: unknown) => {
    await close()
    throw asUnusableServer(error) ?? error
  })
  return {
    orm,
    query: async <Row>(statement: NamedStatement) =>
      ((await pool.query(statement)) as unknown as { rows: Row[] }).rows,
    upkeep: upkeepPool.drizzle(),
    ping: (timeoutMs) => runWithTimeout(timeoutMs, () => healthPool.query(readyRead)),
    transaction: (work) => pool.transaction(work),
    readReplica: replica.run,
    queue: {
      executeSql: async (text, values) => queuePool.query(text, values) as Promise<{ rows: unknown[] }>,
    },
    poolState: () => pool.state,
    observe: (observe) => {
      for (const each of [pool, upkeepPool, ...(replicaPool ? [replicaPool] : [])]) each.observe(observe)
    },
    close,
  }
}
