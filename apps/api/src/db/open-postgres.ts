import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { ConnectionPool } from './connection-pool.ts'
import type { Database } from './database.ts'
import { driverUnavailable, MigrationConnectionError } from './database-errors.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { enableFastReads } from './fast/fast-reads.ts'
import { ReadConnections } from './fast/read-connections.ts'
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
import { migratePostgres, requireMigrated } from './migrate-postgres.ts'
import { observedQuery } from './observed-statement.ts'
import { detectPooler, requireTransactionLimits } from './pooler.ts'
import { QueueExecutor } from './queue-executor.ts'
import { ReplicaReads } from './replica.ts'
import { runWithTimeout } from './within-time.ts'

export interface PostgresOptions {
  databaseUrl: string
  replicaUrl?: string | undefined
  /** The URL for migrations, `databaseUrl` by default. */
  migrationUrl?: string
  poolSize: number
  statementLimitMs: number
  /** How long opening a connection may take. Defaults to the limit in limits.ts. */
  connectLimitMs?: number
  /** True by default. */
  isFastPathEnabled?: boolean
  log: (message: string) => void
}

/** The maximum number of a process's connections that only run reads. */
const maxReadConnections = 2
/** The maximum number of a process's connections to the replica. */
const maxReplicaConnections = 4

/** Opens PostgreSQL. The limits detect an unavailable database, and the pools reconnect when it is back. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, replicaUrl, migrationUrl, poolSize, statementLimitMs } = options
  const { isFastPathEnabled = true, connectLimitMs = defaultConnectLimitMs, log } = options
  const hosts = new Hosts(parseDatabaseUrl('DATABASE_URL', databaseUrl, 'primary'))
  const migrationHosts = migrationUrl
    ? new Hosts(parseDatabaseUrl('MIGRATION_DATABASE_URL', migrationUrl, 'primary'))
    : undefined
  const replicaHosts = replicaUrl
    ? new Hosts(parseDatabaseUrl('REPLICA_DATABASE_URL', replicaUrl, 'any'))
    : undefined
  const url = await hosts.find()
  const migrate = async (through: Hosts) => migratePostgres(await through.find(), log, connectLimitMs)
  if (migrationHosts) {
    await migrate(migrationHosts).catch((cause: unknown) => {
      throw new MigrationConnectionError(cause)
    })
    await requireMigrated(url, connectLimitMs)
  } else await migrate(hosts)
  const isBehindPooler = await detectPooler(url, connectLimitMs)
  if (isBehindPooler) {
    await requireTransactionLimits(url)
    log('A connection pooler is in front of PostgreSQL: every transaction sets its own time limit.')
  }

  const poolOf = (name: string, limitMs: number, settings: pg.PoolConfig, runsScripts = false) =>
    new ConnectionPool({
      hosts,
      runsScripts,
      settings: { ...connectionSettings(name, limitMs, isBehindPooler, connectLimitMs), ...settings },
      ...(isBehindPooler ? { transactionLimitMs: serverLimitOf(limitMs) } : {}),
      onLost: (error) => log(`A database connection of the ${name} was lost: ${error.message}`),
    })
  // The pooler shares connections already, and may give each statement another one.
  const canShareReads = isFastPathEnabled && !isBehindPooler
  const readCount = canShareReads ? Math.min(maxReadConnections, Math.floor(poolSize / 4)) : 0
  const pool = poolOf('requests', statementLimitMs, {
    max: poolSize - readCount,
    idleTimeoutMillis: idleLimitMs,
  })
  // Creating the queue's tables at the first start takes longer than a request may.
  const queuePool = poolOf('jobs', queueLimitMs, { max: 2 }, true)
  const upkeepPool = poolOf('upkeep', upkeepLimitMs, { max: 1 })
  // Readiness must not wait behind the statements of users.
  const healthPool = poolOf('health', healthLimitMs, { max: 1, idleTimeoutMillis: idleLimitMs })
  const replicaPool = replicaHosts
    ? openReplica(replicaHosts, { statementLimitMs, connectLimitMs }, log)
    : undefined
  const pools = [pool, queuePool, upkeepPool, healthPool, ...(replicaPool ? [replicaPool] : [])]

  const orm = pool.drizzle()
  const reads =
    readCount > 0
      ? new ReadConnections(readCount, {
          hosts,
          settings: connectionSettings('requests', statementLimitMs, false, connectLimitMs),
          onLost: (error) => log(`A database connection of the requests was lost: ${error.message}`),
          overflow: pool.query,
        })
      : undefined
  if (isFastPathEnabled) enableFastReads(orm, reads && drizzle(reads as unknown as pg.Client))

  const replica = new ReplicaReads(orm, replicaPool?.drizzle(), ({ message }) =>
    log(`The replica failed, so its reads use the primary for ten seconds: ${message}`),
  )
  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    orm,
    upkeep: upkeepPool.drizzle(),
    ping: (timeoutMs) => runWithTimeout(timeoutMs, () => healthPool.query(readyRead)),
    transaction: (work) => pool.transaction(work),
    readReplica: replica.run,
    queue: new QueueExecutor(async (text, values) => {
      const answer = await convertErrors(queuePool.query(text, values))
      return answer as { rows: unknown[] }
    }),
    poolState: () => {
      const { total, idle, waiting } = pool.state
      const shared = reads?.state ?? { total: 0, idle: 0 }
      return { total: total + shared.total, idle: idle + shared.idle, waiting }
    },
    observe: (observe) => {
      pool.observe(observe)
      upkeepPool.observe(observe)
      replicaPool?.observe(observe)
      if (reads) reads.query = observedQuery(reads.query, observe)
    },
    close: () => {
      closing ??= Promise.all([...pools.map((one) => one.end()), reads?.close()]).then(() => {})
      return closing
    },
  }
}

/** A missing replica must not stop the start, so every read sets its own limit, with or without a pooler. */
function openReplica(
  hosts: Hosts,
  { statementLimitMs, connectLimitMs }: { statementLimitMs: number; connectLimitMs: number },
  log: (message: string) => void,
): ConnectionPool {
  return new ConnectionPool({
    hosts,
    settings: {
      ...connectionSettings('replica', statementLimitMs, true, connectLimitMs),
      max: maxReplicaConnections,
    },
    transactionLimitMs: serverLimitOf(statementLimitMs),
    onLost: (error) => log(`A connection to the replica was lost: ${error.message}`),
  })
}

/** A read like those of requests: prepared, and of a table of the product. */
const readyRead = { name: 'ready', text: 'select id from users limit 1' }

/** @param limitMs the time limit of a statement; 0 means none */
function connectionSettings(
  name: string,
  limitMs: number,
  isBehindPooler: boolean,
  connectLimitMs: number,
): pg.PoolConfig {
  return {
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: `portal-api ${name}`,
    ...(limitMs > 0 ? { query_timeout: limitMs } : {}),
    // A pooler refuses these settings of a session.
    ...(isBehindPooler
      ? {}
      : {
          statement_timeout: serverLimitOf(limitMs),
          options: `-c ${withoutParallelWorkers}`,
          idle_in_transaction_session_timeout: idleTransactionLimitMs,
        }),
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
