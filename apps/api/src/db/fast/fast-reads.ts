/**
 * The fast path of reads: a faster row decoder, and on PostgreSQL shared connections for prepared reads.
 * `DATABASE_FAST_PATH` is its only switch. Without it every statement runs through Drizzle on the pool and returns the same rows.
 */
import type { Orm } from '../database.ts'
import { withQuickRows } from './quick-rows.ts'

const readDatabases = new WeakMap<Orm, Orm>()

/** The internals of Drizzle's database that are used here. */
interface WithSession {
  session: { prepareQuery(...parts: unknown[]): Executable }
}

interface Executable {
  execute(...values: unknown[]): unknown
}

/** Turns the fast path on for `db`. Its prepared reads run on `reads` from now on. */
export function enableFastReads(db: Orm, reads: Orm = db): void {
  readDatabases.set(db, reads)
  for (const each of new Set([db, reads])) decodeQuickly(each)
}

/** Decodes the rows of every later statement that isn't part of a transaction. Replicas and transactions keep Drizzle's decoder. */
function decodeQuickly(db: Orm): void {
  const { session } = db as unknown as WithSession
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parts) => {
    const statement = prepareQuery(...parts)
    const execute = statement.execute.bind(statement)
    // Drizzle says which joins may find no row after it has prepared the statement.
    statement.execute = (...values) => {
      withQuickRows(statement)
      return execute(...values)
    }
    return statement
  }
}

/** Builds a statement, for the fast path if it is on. A transaction is a separate `db`, so its statements stay in it. */
export function buildStatement<Statement>(db: Orm, build: (db: Orm) => Statement): Statement {
  return build(readDatabases.get(db) ?? db)
}
