/**
 * A pool of connections. It finds the host, waits while the server has no free connection, limits every statement behind a
 * pooler too, cancels abandoned statements, and runs transactions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { cancelStatement } from './cancel-statement.ts'
import type { PoolState } from './database.ts'
import {
  asDatabaseUnavailable,
  DatabaseUnavailableError,
  driverUnavailable,
  isServerFull,
  isStatementTimeout,
  isUnanswered,
} from './database-errors.ts'
import type { Hosts } from './hosts.ts'
import { connectLimitMs } from './limits.ts'
import { type ObserveStatement, observedQuery } from './observed-statement.ts'
import { limitTransaction, withoutName } from './pooler.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { type Query, splitTimeLimit, timedQuery } from './timed-query.ts'

export interface ConnectionPoolOptions {
  hosts: Hosts
  /** The driver's settings, without the URL. */
  settings: pg.PoolConfig
  /** The limit that every transaction sets, which is necessary behind a pooler. Otherwise the session has it. */
  transactionLimitMs?: number | undefined
  /** Whether queries may be scripts with their own `begin`. An error in one leaves the connection in a failed transaction. */
  runsScripts?: boolean
  onLost: (error: Error) => void
}

const fullRetryMs = 100

type TransactionArguments = Parameters<NodePgDatabase['transaction']>
type Transaction = Parameters<TransactionArguments[0]>[0]

/** @throws DatabaseUnavailableError if `connecting` takes longer than `limitMs` */
async function withTimeout<T>(connecting: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController()
  const timeout = sleep(Math.max(0, limitMs), undefined, timer).then(() => {
    throw new DatabaseUnavailableError('No database connection became free in time')
  })
  try {
    return await Promise.race([connecting, timeout])
  } finally {
    timeout.catch(() => {})
    timer.abort()
  }
}

const queryOf = (client: pg.ClientBase) => client.query.bind(client) as unknown as Query

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  readonly #observed = new WeakSet<pg.PoolClient>()
  /** The connections whose last commit no standby has confirmed. */
  readonly #unconfirmed = new WeakSet<pg.PoolClient>()
  #observe: ObserveStatement | undefined
  #pool: pg.Pool | undefined
  #url: string | undefined
  #isClosed = false

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
  }

  get state(): PoolState {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {}
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Runs every later statement through `observe`. */
  observe(observe: ObserveStatement): void {
    this.#observe = observe
  }

  /** Returns a database whose statements and transactions run on this pool. */
  drizzle(): NodePgDatabase {
    // Drizzle uses only the `query` method of a client.
    const orm = drizzle(this as unknown as pg.Client)
    orm.transaction = (work, config) => this.transaction(work, config)
    return orm
  }

  /** Has the signature of a client's `query`. A statement that conflicts with a concurrent transaction runs again. */
  query: Query = (...parts) => retryConflicts(() => this.#queryOnce(parts))

  /** Runs `work` in a transaction, and again if it conflicts with a concurrent one. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionArguments[1]): Promise<T> {
    return retryConflicts(() => this.#transactOnce(work, config))
  }

  async end(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.end()
  }

  async #queryOnce(parts: unknown[]): Promise<unknown> {
    const client = await this.#connect()
    const query = queryOf(client)
    try {
      const result = await this.#limited(query, () => query(...parts))
      this.#requireConfirmed(client)
      client.release()
      return result
    } catch (error) {
      this.#release(client, this.#isUsableAfter(error) ? undefined : error)
      throw error
    }
  }

  #isUsableAfter(error: unknown): boolean {
    if (this.#options.runsScripts) return false
    // The connection stays usable after a statement timeout.
    return isStatementTimeout(error) || !driverUnavailable(error)
  }

  /** Behind a pooler, runs one statement in a transaction that limits it. The driver sends all three in one write. */
  async #limited(query: Query, run: () => Promise<unknown>): Promise<unknown> {
    const { transactionLimitMs } = this.#options
    if (transactionLimitMs === undefined) return run()
    const sent = [query(`begin; ${limitTransaction(transactionLimitMs)}`), run(), query('commit')]
    const settled = await Promise.allSettled(sent)
    for (const each of settled) if (each.status === 'rejected') throw each.reason
    return sent[1]
  }

  /**
   * Differs from Drizzle's transaction on a pool, which leaks the connection when `begin` fails and throws the error of a
   * failed rollback instead of the original error.
   */
  async #transactOnce<T>(
    work: (tx: Transaction) => Promise<T>,
    config?: TransactionArguments[1],
  ): Promise<T> {
    const { transactionLimitMs } = this.#options
    const client = await this.#connect().catch((error: unknown) => {
      throw driverUnavailable(error) ?? error
    })
    let isReleased = false
    const release = (error?: unknown) => {
      if (!isReleased) this.#release(client, error)
      isReleased = true
    }
    let failure: { reason: unknown } | undefined
    try {
      const result = await drizzle(client).transaction(async (tx) => {
        try {
          if (transactionLimitMs !== undefined) await client.query(limitTransaction(transactionLimitMs))
          return await work(tx)
        } catch (reason) {
          failure = { reason }
          // A rollback on an unavailable database would only time out again.
          if (asDatabaseUnavailable(reason)) release(reason)
          throw reason
        }
      }, config)
      this.#requireConfirmed(client)
      release()
      return result
    } catch (error) {
      release(failure?.reason === error ? undefined : error)
      throw failure ? failure.reason : error
    }
  }

  /**
   * When a commit waits too long for a stalled synchronous standby, PostgreSQL only sends a warning and keeps the write. A
   * failover would lose that write, so it must not be acknowledged.
   */
  #requireConfirmed(client: pg.PoolClient): void {
    if (this.#unconfirmed.delete(client))
      throw new DatabaseUnavailableError('The standby did not confirm the write in time')
  }

  /** Returns a connection to the pool, or discards it after an error that left it unusable. */
  #release(client: pg.PoolClient, error: unknown): void {
    if (error === undefined) {
      client.release()
      return
    }
    if (isUnanswered(error)) cancelStatement(client)
    // The server may have lost its role.
    if (driverUnavailable(error)) this.#options.hosts.forget()
    client.release(true)
  }

  async #connect(): Promise<pg.PoolClient> {
    const pool = await this.#currentPool()
    const client = await pool.connect().catch((error: unknown) => {
      if (!isServerFull(error)) throw error
      return this.#waitForConnection(pool)
    })
    return this.#withObserver(client)
  }

  /** Waits until the server accepts another connection or a connection of this pool is free. */
  async #waitForConnection(pool: pg.Pool): Promise<pg.PoolClient> {
    const deadline = performance.now() + connectLimitMs
    for (;;) {
      await sleep(Math.random() * fullRetryMs)
      const connecting = pool.connect()
      try {
        return await withTimeout(connecting, deadline - performance.now())
      } catch (error) {
        if (isServerFull(error) && performance.now() < deadline) continue
        connecting.then((late) => late.release()).catch(() => {})
        throw error
      }
    }
  }

  #withObserver(client: pg.PoolClient): pg.PoolClient {
    if (this.#observe && !this.#observed.has(client)) {
      this.#observed.add(client)
      Object.assign(client, { query: observedQuery(queryOf(client), this.#observe) })
    }
    return client
  }

  async #currentPool(): Promise<pg.Pool> {
    const url = await this.#options.hosts.find()
    if (this.#isClosed) throw new DatabaseUnavailableError('The database is closed')
    if (this.#pool && this.#url === url) return this.#pool
    void this.#pool?.end()
    this.#url = url
    this.#pool = this.#open(url)
    return this.#pool
  }

  #open(url: string): pg.Pool {
    const { transactionLimitMs, onLost, hosts } = this.#options
    const { limitMs, settings } = splitTimeLimit(this.#options.settings)
    const isBehindPooler = transactionLimitMs !== undefined
    const pool = new pg.Pool({
      ...settings,
      connectionString: url,
      pipeline: isBehindPooler,
    } as pg.PoolConfig)
    // Without listeners, a broken connection would crash the process.
    pool.on('error', (error) => {
      hosts.forget()
      onLost(error)
    })
    pool.on('connect', (client) => {
      client.on('error', () => {})
      client.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') this.#unconfirmed.add(client)
      })
      const query = timedQuery(client, limitMs)
      Object.assign(client, { query: isBehindPooler ? withoutName(query) : query })
    })
    return pool
  }
}
