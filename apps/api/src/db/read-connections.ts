/**
 * Connections that take the next statement before the last one is answered: what many requests read at the same moment goes
 * to PostgreSQL together and comes back together. A pool gives each statement a connection of its own, for which PostgreSQL
 * wakes a process of its own; that cost a read more than anything else did (docs/decisions/0023-reads-share-connections.md).
 * For reads alone: with a connection everything that is under way on it fails.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailableError, driverError, driverUnavailable } from './database-errors.ts'

/** Unanswered statements on a connection before the next one is asked: behind a slow one wait no more. */
const mostWaiting = 16
/** What a statement ends with that takes too long: the connection is none the worse for it. */
const statementTimeout = '57014'
/** As the pool has it: a connection that nobody uses may be gone without a word when somebody does. */
const idleLimitMs = 10_000

type Query = (...parts: unknown[]) => Promise<unknown>

interface OpenConnection {
  query: Query
  socket: Socket
  idle: NodeJS.Timeout
  end(): Promise<void>
}

/** One connection: opened when it is first asked, and again after it was lost. */
class SharedConnection {
  waiting = 0
  #opening: Promise<OpenConnection> | undefined
  #isHeldBack = false
  readonly #config: pg.ClientConfig
  readonly #onLost: (error: Error) => void

  constructor(config: pg.ClientConfig, onLost: (error: Error) => void) {
    this.#config = config
    this.#onLost = onLost
  }

  get isOpen(): boolean {
    return this.#opening !== undefined
  }

  async query(parts: unknown[]): Promise<unknown> {
    this.waiting += 1
    this.#opening ??= this.#open()
    const opening = this.#opening
    try {
      const { query, socket, idle } = await opening
      idle.refresh()
      this.#holdBack(socket)
      return await query(...parts)
    } catch (error) {
      // The connection may be about to close: whoever asks next gets another one.
      const unavailable = driverUnavailable(error)
      if (unavailable && driverError(error)?.code !== statementTimeout) this.#lose(opening, unavailable)
      throw error
    } finally {
      this.waiting -= 1
    }
  }

  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    await open?.end()
  }

  #lose(opening: Promise<OpenConnection>, reason: Error): void {
    if (this.#opening === opening) this.#onLost(reason)
    this.#leave(opening)
  }

  /** What is under way on it is still answered, if it can be. */
  #leave(opening: Promise<OpenConnection>): void {
    if (this.#opening !== opening) return
    this.#opening = undefined
    opening.then(({ end }) => end()).catch(() => {})
  }

  /** What is asked in the same turn of the event loop is written in one go. */
  #holdBack(socket: Socket): void {
    if (this.#isHeldBack) return
    this.#isHeldBack = true
    socket.cork()
    setImmediate(() => {
      this.#isHeldBack = false
      socket.uncork()
    })
  }

  #open(): Promise<OpenConnection> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, pipeline: true, stream: () => socket })
    const leave = () => this.#leave(opening)
    const connect = async () => {
      await client.connect()
      const idle = setTimeout(() => this.waiting === 0 && leave(), idleLimitMs).unref()
      client.on('end', () => clearTimeout(idle))
      return { query: client.query.bind(client) as unknown as Query, socket, idle, end: () => client.end() }
    }
    const opening = connect()
    opening.catch(leave)
    client.on('end', leave)
    client.on('error', (error) => this.#lose(opening, error))
    return opening
  }
}

export class ReadConnections {
  readonly #connections: readonly SharedConnection[]
  #isClosed = false

  constructor(count: number, config: pg.ClientConfig, onLost: (error: Error) => void) {
    this.#connections = Array.from({ length: count }, () => new SharedConnection(config, onLost))
  }

  /** As a client's. */
  query: Query = async (...parts) => {
    if (this.#isClosed) throw new DatabaseUnavailableError('The connections for reads are closed')
    return this.#next().query(parts)
  }

  get state(): { total: number; idle: number } {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    return { total: open.length, idle: open.filter(({ waiting }) => waiting === 0).length }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  /** The first with room, so that statements meet there; where none has any, the one on which fewest wait. */
  #next(): SharedConnection {
    const [first, ...others] = this.#connections
    if (!first) throw new Error('There is no connection to read by.')
    let least = first
    for (const other of others) {
      if (least.waiting < mostWaiting) return least
      if (other.waiting < least.waiting) least = other
    }
    return least
  }
}
