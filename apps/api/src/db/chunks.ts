/**
 * Deletes or changes any number of rows in chunks, each in a separate statement. No statement runs for long, locks many rows
 * or delays the statements of users. Must run outside a transaction. Skips rows that are currently locked.
 */
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'

const chunkSize = 5_000

export async function deleteInChunks(db: Orm, table: PgTable, where: SQL | undefined): Promise<void> {
  await inChunks(db, (size) => sql`delete from ${table} where ${inChunk(table, where, size)}`)
}

/** @param where must not match rows that were already changed */
export async function updateInChunks(
  db: Orm,
  table: PgTable,
  change: SQL,
  where: SQL | undefined,
): Promise<void> {
  await inChunks(db, (size) => sql`update ${table} set ${change} where ${inChunk(table, where, size)}`)
}

function inChunk(table: PgTable, where: SQL | undefined, size: number): SQL {
  return sql`${table}.ctid = any(array(select ctid from ${table} where ${where} limit ${sql.raw(String(size))} for update skip locked))`
}

async function inChunks(db: Orm, statement: (size: number) => SQL): Promise<void> {
  let count = chunkSize
  while (count === chunkSize) {
    const { rows } = (await db.execute(
      sql`with changed as (${statement(chunkSize)} returning 1) select count(*)::int as count from changed`,
    )) as { rows: { count: number }[] }
    count = rows[0]?.count ?? 0
  }
}
