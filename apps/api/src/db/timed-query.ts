/**
 * Promises and time limits for a client of the driver, which replace the driver's own. The driver changes the callback of a statement
 * after creating the statement. V8 then keeps the statement and its rows until the next full garbage collection, which made collections
 * of the young generation ten times as long (docs/performance.md#garbage-collection).
 */
import type { Socket } from 'node:net'
import type pg from 'pg'

export type Query = (...parts: unknown[]) => Promise<unknown>

type QueryWithCallback = (...parts: unknown[]) => unknown

/** The message is the driver's, by which the error is recognized. */
const readTimeout = () => new Error('Query read timeout')

/** Takes the time limit out of the driver's settings. 0 means none. */
export function splitTimeLimit<S extends pg.ClientConfig>({ query_timeout: limitMs = 0, ...settings }: S) {
  return { limitMs, settings }
}

/** The driver's internals that are used here. */
interface Internals {
  pipeline: boolean
  connection: { stream: Socket }
}

/**
 * Returns the client's `query` with promises, each of which is rejected after `limitMs`. A call with a callback is passed on. On a
 * connection that pipelines, the statements behind one without an answer can't be answered either, so a timeout closes it.
 */
export function timedQuery(client: pg.ClientBase, limitMs: number): Query {
  const query = client.query.bind(client) as unknown as QueryWithCallback
  const { pipeline, connection } = client as unknown as Internals
  return (...parts) => {
    if (typeof parts.at(-1) === 'function') return query(...parts) as Promise<unknown>
    return new Promise((resolve, reject) => {
      const expire = () => {
        reject(readTimeout())
        if (pipeline) connection.stream.destroy()
      }
      const timer = limitMs > 0 ? setTimeout(expire, limitMs) : undefined
      query(...parts, (error: Error | null, result: unknown) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result)
      })
    })
  }
}
