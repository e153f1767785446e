import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'
import { withQuickRows } from './quick-rows.ts'

const statements = new WeakMap<Orm, Map<string, unknown>>()
const reading = new WeakMap<Orm, Orm>()

/** Runs all statements prepared for `db` on `reads` from now on. Statements prepared for a transaction stay in it. */
export function setReadConnection(db: Orm, reads: Orm): void {
  reading.set(db, reads)
}

/**
 * Returns a prepared statement, cached per database or transaction. Use it on hot paths, where an unprepared query costs
 * three times as much. Outside transactions it may only read. PostgreSQL caches the plan by `name`, so a name must always
 * stand for the same SQL text within the process.
 *
 *     const query = prepared(db, 'session_by_hash', (db, name) => db.select()….prepare(name))
 */
export function prepared<Statement>(
  db: Orm,
  name: string,
  build: (db: Orm, name: string) => Statement,
): Statement {
  let ofDb = statements.get(db)
  if (!ofDb) {
    ofDb = new Map()
    statements.set(db, ofDb)
  }
  // A name always has the same `build`, so the cached value has its type.
  const known = ofDb.get(name) as Statement | undefined
  if (known !== undefined) return known
  // In a transaction a statement usually runs once, so faster row reading would not pay off.
  const built = is(db, PgTransaction) ? build(db, name) : withQuickRows(build(reading.get(db) ?? db, name))
  ofDb.set(name, built)
  return built
}
