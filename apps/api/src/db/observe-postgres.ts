import type pg from 'pg'
import { type ObserveStatement, observedQuery } from './observed-statement.ts'

type Ask = Parameters<typeof observedQuery>[0]

const askOf = (client: pg.PoolClient) => client.query.bind(client) as unknown as Ask

/**
 * Has every statement of a pool run through `observe`, in the asynchronous context of whoever asked. The pool's own
 * `query` goes by callbacks, which come in the context of whoever gave the connection back.
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
      // As the pool does: after a failure it does not trust the connection.
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  Object.assign(pool, { query })
}
