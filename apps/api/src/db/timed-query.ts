/**
 * Adds promises and a time limit to a client of the driver. The driver's own promises and its `query_timeout` replace a statement's callback after creating
 * the statement. V8 then keeps the statement and its rows until the next full garbage collection, and each collection of the young
 * generation takes ten times as long (docs/performance.md#garbage-collection).
 */
import type { Socket } from 'node:net'
import type pg from 'pg'

export type Query = (...parts: unknown[]) => Promise<unknown>

type QueryWithCallback = (...parts: unknown[]) => void

/** The driver's internals that are used here. */
interface ClientInternals {
  connection: { stream: Socket }
}

/** The message is the driver's, which `isUnanswered` recognizes. */
const timeoutError = () => new Error('Query read timeout')

/** Takes the time limit out of the driver's settings. 0 means none. */
export function splitTimeLimit<S extends pg.ClientConfig>({ query_timeout: limitMs = 0, ...settings }: S) {
  return { limitMs, settings }
}

/**
 * Returns the client's `query` with promises, each of which is rejected after `limitMs`. A timeout closes the connection, so that no
 * statement waits behind the unanswered one or runs after it was reported as failed. Don't pass a callback.
 */
export function timedQuery(client: pg.ClientBase, limitMs: number): Query {
  const query = client.query.bind(client) as unknown as QueryWithCallback
  return (...parts) =>
    new Promise((resolve, reject) => {
      const expire = () => {
        reject(timeoutError())
        const { connection } = client as unknown as ClientInternals
        connection.stream.destroy()
      }
      const timer = limitMs > 0 ? setTimeout(expire, limitMs) : undefined
      try {
        query(...parts, (error: Error | null, result: unknown) => {
          clearTimeout(timer)
          if (error) reject(error)
          else resolve(result)
        })
      } catch (error) {
        clearTimeout(timer)
        reject(error)
      }
    })
}
