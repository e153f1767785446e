import type { Orm } from './database.ts'
import { buildStatement } from './fast/fast-reads.ts'

const statements = new WeakMap<Orm, Map<string, unknown>>()

type Build<Statement> = (db: Orm, name: string) => Statement

/**
 * Returns a prepared read, cached per database or transaction. Use it on hot paths, where an unprepared query costs
 * three times as much. PostgreSQL caches the plan by `name`, so a name must always stand for the same SQL text within the
 * process.
 *
 *     const query = prepared(db, 'session_by_hash', (db, name) => db.select()….prepare(name))
 */
export function prepared<Statement>(db: Orm, name: string, build: Build<Statement>): Statement {
  return cached(db, name, () => buildStatement(db, (on) => build(on, name)))
}

/** Like `prepared`, but for a write, which must not share a connection with reads. */
export function preparedWrite<Statement>(db: Orm, name: string, build: Build<Statement>): Statement {
  return cached(db, name, () => build(db, name))
}

function cached<Statement>(db: Orm, name: string, build: () => Statement): Statement {
  let ofDb = statements.get(db)
  if (!ofDb) {
    ofDb = new Map()
    statements.set(db, ofDb)
  }
  // A name always has the same `build`, so the cached value has its type.
  const known = ofDb.get(name) as Statement | undefined
  if (known !== undefined) return known
  const built = build()
  ofDb.set(name, built)
  return built
}
