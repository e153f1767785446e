import type pg from 'pg'
import { type ObserveStatement, observedQuery } from './observed-statement.ts'

type Ask = Parameters<typeof observedQuery>[0]

const askOf = (client: pg.PoolClient) => client.query.bind(client) as unknown as Ask

/**
 * Runs every statement of a pool through `observe`, in the caller's asynchronous context. The pool's own `query` uses
 * callbacks, which run in the context of the code that released the connection.
 */
export function observePool(pool: pg.Pool, observe: ObserveStatement): void {
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    Object.assign(client, { query: observedQuery(askOf(client), observe) })
  })
  const query: Ask = async (...parts) => {
    const client = await pool.connect()
    try {
      const answer = await (client.query as unknown as Ask)(...parts)
      client.release()
      return answer
    } catch (error) {
      // Like the pool, discards the connection after a failure.
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  Object.assign(pool, { query })
}
