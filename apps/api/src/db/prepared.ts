import type { Orm } from './client.ts'

const statements = new WeakMap<Orm, Map<string, unknown>>()

/**
 * A prepared statement, made once for each database or transaction and kept as long as that lives: for hot
 * paths, where it costs a third of an unprepared query. PostgreSQL keeps the plan by `name`, so one name
 * stands for one text, in the whole process.
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
  const known = ofDb.get(name)
  // The map holds under each name what that name's one `build` made.
  if (known !== undefined) return known as Statement
  const built = build(db, name)
  ofDb.set(name, built)
  return built
}
