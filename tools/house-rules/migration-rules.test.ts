/** Applies the rules for migrations to every migration since the first release. */
import { describe, expect, it } from 'vitest'
import { migrationsFolder } from '../../apps/api/src/db/migrate.ts'
import { readMigrations } from '../../apps/api/src/db/migration-steps.ts'
import { migrationBreaches } from './migration-rules.ts'

/** The newest migration of the first release. It and the ones before it ran on empty databases only. */
const firstRelease = '0004_canceled_subscriptions'

describe('the migration', () => {
  const all = readMigrations(migrationsFolder)
  const later = all.slice(all.findIndex(({ tag }) => tag === firstRelease) + 1)

  it.each(later.map((migration) => [migration.tag, migration] as const))(
    '%s stops no running process and does not break the previous release',
    (_tag, migration) => {
      expect(migrationBreaches(migration)).toEqual([])
    },
  )
})
