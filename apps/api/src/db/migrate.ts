import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { driverError } from './database-errors.ts'
import { type MigrationStep, readMigrations, stepsOf } from './migration-steps.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The steps of this release's migrations, oldest first. */
export const migrationSteps = (): MigrationStep[] => readMigrations(migrationsFolder).flatMap(stepsOf)

const undefinedTableCodes = ['42P01', '3F000']

/**
 * Whether all migrations of this release have been applied. A database with additional migrations of a newer release
 * counts as up to date.
 */
export async function isMigrated(orm: PgDatabase<PgQueryResultHKT>): Promise<boolean> {
  const newest = Math.max(...readMigrations(migrationsFolder).map(({ at }) => at))
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
