import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'
import { withQuickRows } from './quick-rows.ts'

const statements = new WeakMap<Orm, Map<string, unknown>>()
const reading = new WeakMap<Orm, Orm>()

/** From now on what is prepared for `db` runs on `reads`; what is prepared for a transaction stays in it. */
export function readThrough(db: Orm, reads: Orm): void {
  reading.set(db, reads)
}

/**
 * A prepared statement, made once for each database or transaction and kept as long as that lives: for hot
 * paths, where an unprepared query costs three times as much. Outside transactions it only reads. PostgreSQL
 * keeps the plan by `name`, so in the whole process one name stands for one text.
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
  // Under each name stands what that name's one `build` made.
  const known = ofDb.get(name) as Statement | undefined
  if (known !== undefined) return known
  // In a transaction it mostly runs once, which does not pay.
  const built = is(db, PgTransaction) ? build(db, name) : withQuickRows(build(reading.get(db) ?? db, name))
  ofDb.set(name, built)
  return built
}
