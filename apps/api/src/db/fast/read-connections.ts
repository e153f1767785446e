/**
 * Connections that pipeline statements: the reads of concurrent requests travel to PostgreSQL together and come back together.
 * A pool would use one connection per statement, and waking one PostgreSQL process per connection was the largest cost of a
 * read (docs/decisions/0023-reads-share-connections.md).
 * Reads only: when a connection drops, every query in flight on it fails.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import { cancelStatement } from '../cancel-statement.ts'
import {
  DatabaseUnavailableError,
  driverUnavailable,
  isServerFull,
  isStatementTimeout,
  isUnanswered,
} from '../database-errors.ts'
import type { Hosts } from '../hosts.ts'
import { idleLimitMs } from '../limits.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { type Query, splitTimeLimit, timedQuery } from '../timed-query.ts'

/** The queue length at which the next connection is used. */
const maxWaiting = 16
/** After this long without an answer, other statements use the next connection: this one runs a slow statement, such as a long list. */
const slowMs = 1

export interface ReadConnectionsOptions {
  hosts: Hosts
  /** The driver's settings, without the URL. */
  settings: pg.ClientConfig
  onLost: (error: Error) => void
  /** Runs a statement when the server has no free connection. */
  overflow?: Query
}

interface OpenConnection {
  client: pg.Client
  url: string
  query: Query
  socket: Socket
  idle: NodeJS.Timeout
  end(): Promise<void>
}

/** A connection that opens on its first query and reopens after it was lost. */
class SharedConnection {
  waiting = 0
  /** When the oldest unanswered statement reached the head of the queue. Infinite while the connection opens. */
  #headSince = Number.POSITIVE_INFINITY
  #opening: Promise<OpenConnection> | undefined
  #isCorked = false
  readonly #options: ReadConnectionsOptions

  constructor(options: ReadConnectionsOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#opening !== undefined
  }

  get isSlow(): boolean {
    return this.waiting > 0 && performance.now() - this.#headSince > slowMs
  }

  async query(parts: unknown[]): Promise<unknown> {
    if (!this.#opening) this.#headSince = Number.POSITIVE_INFINITY
    else if (this.waiting === 0) this.#headSince = performance.now()
    this.waiting += 1
    this.#opening ??= this.#open()
    const opening = this.#opening
    try {
      const { query, socket, idle, url } = await opening
      idle.refresh()
      // After a failover this query is the last one on the previous host.
      if (url !== this.#options.hosts.current) this.#leave(opening)
      this.#corkUntilNextTurn(socket)
      return await query(...parts)
    } catch (error) {
      // The connection may be closing, so the next query must open a new one.
      const unavailable = driverUnavailable(error)
      if (unavailable && !isStatementTimeout(error)) this.#lose(opening, unavailable)
      if (isUnanswered(error)) opening.then(({ client }) => cancelStatement(client)).catch(() => {})
      throw error
    } finally {
      this.waiting -= 1
      this.#headSince = performance.now()
    }
  }

  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    await open?.end()
  }

  #lose(opening: Promise<OpenConnection>, reason: Error): void {
    if (this.#opening === opening) {
      this.#options.hosts.forget()
      this.#options.onLost(reason)
    }
    this.#leave(opening)
  }

  /** Stops using the connection and closes it after the queries in flight. */
  #leave(opening: Promise<OpenConnection>): void {
    if (this.#opening !== opening) return
    this.#opening = undefined
    opening.then(({ end }) => end()).catch(() => {})
  }

  /** Sends all queries of the same event loop turn in one write. */
  #corkUntilNextTurn(socket: Socket): void {
    if (this.#isCorked) return
    this.#isCorked = true
    socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }

  #open(): Promise<OpenConnection> {
    const leave = () => this.#leave(opening)
    const connect = async () => {
      const { hosts } = this.#options
      const { limitMs, settings } = splitTimeLimit(this.#options.settings)
      const url = await hosts.find()
      const socket = new Socket()
      const client = new pg.Client({
        ...settings,
        connectionString: url,
        pipeline: true,
        stream: () => socket,
      } as pg.ClientConfig)
      client.on('end', leave)
      client.on('error', (error) => this.#lose(opening, error))
      await client.connect()
      this.#headSince = performance.now()
      const idle = setTimeout(() => this.waiting === 0 && leave(), idleLimitMs).unref()
      client.on('end', () => clearTimeout(idle))
      const query = timedQuery(client, limitMs)
      return { client, url, query, socket, idle, end: () => client.end() }
    }
    const opening = connect()
    opening.catch(leave)
    return opening
  }
}

export class ReadConnections {
  readonly #connections: readonly SharedConnection[]
  readonly #overflow: Query | undefined
  #isClosed = false

  constructor(count: number, options: ReadConnectionsOptions) {
    this.#connections = Array.from({ length: count }, () => new SharedConnection(options))
    this.#overflow = options.overflow
  }

  /** Has the signature of a client's `query`. */
  query: Query = async (...parts) => {
    if (this.#isClosed) throw new DatabaseUnavailableError('The read connections are closed')
    try {
      return await retryConflicts(() => this.#next().query(parts))
    } catch (error) {
      if (this.#overflow && isServerFull(error)) return this.#overflow(...parts)
      throw error
    }
  }

  get state(): { total: number; idle: number } {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    return { total: open.length, idle: open.filter(({ waiting }) => waiting === 0).length }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  /**
   * Returns the first connection that is neither slow nor full, so that statements are batched. If there is none, returns the one
   * with the shortest queue.
   */
  #next(): SharedConnection {
    const available = this.#connections.find((each) => each.waiting < maxWaiting && !each.isSlow)
    return (
      available ?? this.#connections.reduce((least, each) => (each.waiting < least.waiting ? each : least))
    )
  }
}
