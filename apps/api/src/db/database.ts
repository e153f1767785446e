import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { fromDrizzle } from 'pg-boss'
import type { ObserveStatement } from './observed-statement.ts'

/** The database or a transaction on it. */
export type Orm = PgDatabase<PgQueryResultHKT>

/**
 * A statement that runs with every request, written in SQL. A connection parses and plans it once, by its name, which therefore
 * always stands for the same text.
 */
export interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}

/** Runs named statements. A transaction can't. */
export type NamedQueries = Pick<Database, 'query'>

/** The connections of this process, and the number of queries that wait for one. */
export interface PoolState {
  total: number
  idle: number
  waiting: number
}

/** The job queue's statements. */
export interface Queue {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Returns the job queue inside a transaction, so that a job is queued only if the transaction commits. */
export const queueIn = (tx: Orm): Queue =>
  fromDrizzle({ execute: async (query) => (await tx.execute(query as SQL)) as { rows: unknown[] } }, sql)

/** Reads from the primary or the replica. The store decides which one a list needs. */
export type Reads = Pick<Database, 'orm' | 'readReplica'>

export interface Database {
  orm: Orm
  /** Runs a named statement on the connections of `orm`. Columns keep their names, and times are dates. */
  query<Row>(statement: NamedStatement): Promise<Row[]>
  /** For deletions in the background: a separate connection, whose statements may take longer than those of requests. */
  upkeep: Orm
  /**
   * Runs a named read on a separate connection, so that it does not wait behind the statements of users.
   * @throws DatabaseUnavailableError if it takes longer than `timeoutMs` milliseconds.
   */
  ping(timeoutMs: number): Promise<void>
  /**
   * Runs `work` in one transaction, which is rolled back if `work` throws. After a conflict with a concurrent transaction it
   * runs again, so `work` must change nothing outside of the database.
   */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>
  /** Runs a read that may be seconds old, on a replica if there is one and it is available. */
  readReplica<T>(read: (db: Orm) => Promise<T>): Promise<T>
  /** The job queue outside transactions. */
  queue: Queue
  poolState(): PoolState
  /** Runs every later statement through `observe`, except those of the job queue outside transactions. */
  observe(observe: ObserveStatement): void
  /** Closes the connections. Idempotent. */
  close(): Promise<void>
}
