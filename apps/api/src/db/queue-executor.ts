/**
 * The job queue's access to the database. Outside a transaction it uses separate connections. Inside a transaction its
 * statements join it, so that a job is queued only if the transaction commits. On PGlite, whose single connection the
 * transaction holds, any other way would deadlock.
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
  runInTransaction<T>(tx: Orm, work: () => Promise<T>): Promise<T> {
    return this.#current.run(tx, work)
  }
}

/** Both drivers return an object with `rows`, although their shared type does not declare it. */
function inTransaction(tx: Orm) {
  return fromDrizzle({ execute: async (query) => (await tx.execute(query as SQL)) as Rows }, sql)
}
