/**
 * The fast path of prepared reads: a faster row decoder, and on PostgreSQL shared connections. `DATABASE_FAST_PATH` is its only
 * switch. Without it every statement runs through Drizzle on the pool and returns the same rows.
 */
import type { Orm } from '../database.ts'
import { withQuickRows } from './quick-rows.ts'

const readDatabases = new WeakMap<Orm, Orm>()

/** Turns the fast path on for `db`. Its prepared statements run on `reads` from now on. */
export function enableFastReads(db: Orm, reads: Orm = db): void {
  readDatabases.set(db, reads)
}

/** Builds a statement, for the fast path if it is on. A transaction is a separate `db`, so its statements stay in it. */
export function buildStatement<Statement>(db: Orm, build: (db: Orm) => Statement): Statement {
  const reads = readDatabases.get(db)
  return reads ? withQuickRows(build(reads)) : build(db)
}
