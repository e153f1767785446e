import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { closeAtEnd } from './close-at-end.ts'
import type {} from './start-postgres.ts'

/** Long enough that a slow statement or a new connection on a busy machine does not time out. */
export const testLimits = { statementLimitMs: 20_000, connectLimitMs: 20_000 }

/** Opens a migrated, empty database for this test file. It is closed at the end of the file. */
export async function openTestDatabase(): Promise<Database> {
  const databaseUrl = await makePostgresDatabase()
  const database = await openDatabase({ databaseUrl, poolSize: 5, ...testLimits })
  closeAtEnd(() => database.close())
  return database
}

/** Creates a PostgreSQL database for this test file, and returns its URL. It is dropped at the end of the file. */
export async function makePostgresDatabase(kind: 'migrated' | 'bare' = 'migrated'): Promise<string> {
  const { default: pg } = await import('pg')
  const { url, template } = inject('postgres')
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  const run = async (statement: string) => {
    const admin = new pg.Client({ connectionString: `${url}postgres` })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await run(`create database ${name}${kind === 'migrated' ? ` template ${template}` : ''}`)
  closeAtEnd(() => run(`drop database ${name} with (force)`))
  return url + name
}

/** Deletes all rows of every table. Faster than TRUNCATE for the few rows of a test. */
export async function truncateAll(database: Database): Promise<void> {
  const tables = await tableNames(database)
  await database.transaction(async (tx) => {
    // Disables triggers and with them foreign keys, so the order of tables does not matter.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql.raw(`with ${tables.map((table, at) => `t${at} as (delete from ${table})`).join(', ')} select 1`),
    )
  })
}

const knownTables = new WeakMap<Database, string[]>()

async function tableNames(database: Database): Promise<string[]> {
  let names = knownTables.get(database)
  if (!names) {
    const rows = await database.orm
      .select({ name: sql<string>`quote_ident(tablename)` })
      .from(sql`pg_catalog.pg_tables`)
      .where(sql`schemaname = 'public'`)
    names = rows.map((row) => row.name)
    knownTables.set(database, names)
  }
  return names
}
