import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { driverError } from './database-errors.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

const undefinedTableCodes = ['42P01', '3F000']

/**
 * Whether all migrations of this release have been applied. A database with additional migrations of a newer release
 * counts as up to date.
 */
export async function isMigrated(orm: PgDatabase<PgQueryResultHKT>): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map((file) => file.folderMillis))
  try {
    const applied = await orm
      .select({ at: sql<string | null>`max(created_at)` })
      .from(sql`drizzle.__drizzle_migrations`)
    return Number(applied[0]?.at ?? 0) >= newest
  } catch (error) {
    if (undefinedTableCodes.includes(driverError(error)?.code ?? '')) return false
    throw error
  }
}
