/**
 * The fast path of reads: a faster row decoder, and on PostgreSQL shared connections for prepared statements. `DATABASE_FAST_PATH` is its only
 * switch. Without it every statement runs through Drizzle on the pool and returns the same rows.
 */
import type { Orm } from '../database.ts'
import { withQuickRows } from './quick-rows.ts'

const readDatabases = new WeakMap<Orm, Orm>()

/** The internals of Drizzle's database that are used here. */
interface WithSession {
  session: { prepareQuery(...parts: unknown[]): unknown }
}

/** Turns the fast path on for `db`. Its prepared statements run on `reads` from now on. */
export function enableFastReads(db: Orm, reads: Orm = db): void {
  readDatabases.set(db, reads)
  for (const each of new Set([db, reads])) decodeQuickly(each)
}

/** Decodes the rows of every later statement that isn't part of a transaction. */
function decodeQuickly(db: Orm): void {
  const { session } = db as unknown as WithSession
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parts) => withQuickRows(prepareQuery(...parts))
}

/** Builds a statement, for the fast path if it is on. A transaction is a separate `db`, so its statements stay in it. */
export function buildStatement<Statement>(db: Orm, build: (db: Orm) => Statement): Statement {
  return build(readDatabases.get(db) ?? db)
}
