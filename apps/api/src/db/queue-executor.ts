/**
 * How the job queue reaches the database. Outside a transaction it has connections of its own; inside one its statements
 * go through that transaction: a job is queued exactly when what caused it is kept, and on PGlite, whose single
 * connection the transaction holds, anything else would wait for itself for ever.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Orm, Queue } from './database.ts'

type Rows = { rows: unknown[] }
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<Rows>

export class QueueExecutor implements Queue {
  readonly #current = new AsyncLocalStorage<Orm>()
  readonly #outside: ExecuteSql

  constructor(outside: ExecuteSql) {
    this.#outside = outside
  }

  executeSql = (text: string, values?: unknown[]): Promise<Rows> => {
    const tx = this.#current.getStore()
    return tx ? inTransaction(tx).executeSql(text, values) : this.#outside(text, values)
  }

  /** Runs `work` with the queue inside a transaction. */
  inside<T>(tx: Orm, work: () => Promise<T>): Promise<T> {
    return this.#current.run(tx, work)
  }
}

/** Both drivers answer an object with `rows`; the type that they share does not say so. */
function inTransaction(tx: Orm) {
  return fromDrizzle({ execute: async (query) => (await tx.execute(query as SQL)) as Rows }, sql)
}
