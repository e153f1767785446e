/**
 * A pool of connections to the host that has the wanted role. Runs statements and transactions, again after a conflict with a
 * concurrent transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { PoolState } from './database.ts'
import {
  asDatabaseUnavailable,
  asUnusableServer,
  DatabaseUnavailableError,
  driverUnavailable,
  isServerFull,
  isStatementTimeout,
  isUnanswered,
} from './database-errors.ts'
import type { Hosts } from './hosts.ts'
import { connectLimitMs, idleTransactionLimitMs, withoutParallelWorkers } from './limits.ts'
import { type ObserveStatement, observedQuery, type Query } from './observed-statement.ts'
import { retryConflicts } from './retry-conflicts.ts'

export interface ConnectionPoolOptions {
  hosts: Hosts
  /** The driver's settings, without the URL. */
  settings: pg.PoolConfig
  /** Behind a pooler, where settings of a session are lost: the time limit that every transaction sets. */
  transactionLimitMs?: number | undefined
  /** Whether queries may be scripts with their own `begin`. An error in one leaves the connection in a failed transaction. */
  runsScripts?: boolean
  onLost: (error: Error) => void
}

const fullRetryMs = 100

type TransactionArguments = Parameters<NodePgDatabase['transaction']>
type Transaction = Parameters<TransactionArguments[0]>[0]

const queryOf = (client: pg.ClientBase) => client.query.bind(client) as unknown as Query

/** Sets the limits of a session for one transaction. */
const limitTransaction = (statementMs: number) =>
  `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleTransactionLimitMs}; set local ${withoutParallelWorkers}`

/** Behind a pooler, the next transaction might not find a named statement. */
function withoutName(query: Query): Query {
  return (statement, ...values) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    return query(isNamed ? { ...statement, name: undefined } : statement, ...values)
  }
}

/** Closes the connection of an unanswered statement, so that no later statement, such as a rollback, waits behind it. */
function closedWhenUnanswered(client: pg.PoolClient, query: Query): Query {
  return (...parts) =>
    query(...parts).catch((error: unknown) => {
      if (isUnanswered(error)) void (client as unknown as pg.Client).end()
      throw error
    })
}

function throwAsUnavailable(error: unknown): never {
  throw driverUnavailable(error) ?? error
}

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  /** The connections whose last commit no standby has confirmed. */
  readonly #unconfirmed = new WeakSet<pg.PoolClient>()
  #observe: ObserveStatement = (_statement, run) => run()
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

  /** Has the signature of a client's `query`. */
  query: Query = (...parts) =>
    retryConflicts(() => this.#use((client) => this.#limited(queryOf(client), parts))).catch(
      throwAsUnavailable,
    )

  /** Runs `work` in a transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionArguments[1]): Promise<T> {
    return retryConflicts(() =>
      this.#use((client, discard) => this.#transact({ client, discard }, work, config)),
    )
  }

  async end(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.end()
  }

  /** Runs `work` on a connection, which returns to the pool unless an error left it unusable. */
  async #use<T>(work: (client: pg.PoolClient, discard: () => void) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let isReleased = false
    const release = (isUnusable: boolean) => {
      if (!isReleased) client.release(isUnusable)
      isReleased = true
    }
    try {
      const result = await work(client, () => release(true))
      // When a commit waits too long for a stalled synchronous standby, PostgreSQL only sends a warning and keeps the write. A
      // failover would lose that write, so it must not be acknowledged.
      if (this.#unconfirmed.delete(client))
        throw new DatabaseUnavailableError('The standby did not confirm the write in time')
      release(false)
      return result
    } catch (error) {
      // The connection stays usable after a statement timeout.
      const isLost = driverUnavailable(error) !== undefined && !isStatementTimeout(error)
      // The server may have lost its role.
      if (isLost) this.#options.hosts.forget()
      release(isLost || this.#options.runsScripts === true)
      throw error
    }
  }

  /** Behind a pooler, runs the statement in a transaction that limits it. */
  async #limited(query: Query, parts: unknown[]): Promise<unknown> {
    const { transactionLimitMs } = this.#options
    if (transactionLimitMs === undefined) return query(...parts)
    await query(`begin; ${limitTransaction(transactionLimitMs)}`)
    try {
      const result = await query(...parts)
      await query('commit')
      return result
    } catch (error) {
      // A rollback on a lost connection would only time out again.
      if (isStatementTimeout(error) || !driverUnavailable(error)) await query('rollback')
      throw error
    }
  }

  async #transact<T>(
    { client, discard }: { client: pg.PoolClient; discard: () => void },
    work: (tx: Transaction) => Promise<T>,
    config?: TransactionArguments[1],
  ): Promise<T> {
    const { transactionLimitMs } = this.#options
    let failure: { reason: unknown } | undefined
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          if (transactionLimitMs !== undefined)
            await client.query(limitTransaction(transactionLimitMs)).catch(throwAsUnavailable)
          return await work(tx)
        } catch (reason) {
          failure = { reason }
          // A rollback on an unavailable database would only time out again.
          if (asDatabaseUnavailable(reason) && !isStatementTimeout(reason)) discard()
          throw reason
        }
      }, config)
    } catch (error) {
      // The error of a failed rollback must not hide its cause.
      if (failure && failure.reason !== error) discard()
      throw failure ? failure.reason : error
    }
  }

  /** Returns a connection. Waits until the server accepts another one or a connection of this pool is free. */
  async #connect(): Promise<pg.PoolClient> {
    const deadline = performance.now() + connectLimitMs
    for (;;) {
      try {
        const pool = await this.#currentPool()
        return await pool.connect()
      } catch (error) {
        if (!isServerFull(error) || performance.now() > deadline)
          throw asUnusableServer(error) ?? driverUnavailable(error) ?? error
        await sleep(Math.random() * fullRetryMs)
      }
    }
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
    const { transactionLimitMs, onLost, hosts, settings } = this.#options
    const isBehindPooler = transactionLimitMs !== undefined
    const pool = new pg.Pool({ ...settings, connectionString: url })
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
      const query = closedWhenUnanswered(
        client,
        isBehindPooler ? withoutName(queryOf(client)) : queryOf(client),
      )
      const observed = observedQuery(query, (statement, run) => this.#observe(statement, run))
      Object.assign(client, { query: observed })
    })
    return pool
  }
}
