import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { applyMigrations } from './apply-migrations.ts'
import type { Database } from './database.ts'
import { takeFolder } from './folder-lock.ts'
import { markFirstBoot, moveInterruptedBoot } from './interrupted-boot.ts'
import { isMigrated, migrationSteps } from './migrate.ts'
import { pglite } from './pglite-database.ts'

export interface PgliteOptions {
  /** The database folder. Its lock and marker files are next to it. */
  folder: string
  isFastPathEnabled: boolean
  log: (message: string) => void
}

/**
 * Opens PGlite on a folder. PGlite does not lock the folder, and two processes would corrupt the database, so the lock is
 * acquired before anything else.
 * @throws DataFolderInUse
 */
export async function openPglite({ folder, isFastPathEnabled, log }: PgliteOptions): Promise<Database> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const lock = await takeFolder(folder)
  try {
    const aside = moveInterruptedBoot(folder)
    if (aside) log(`The database's first start was interrupted. Its incomplete files were moved to ${aside}.`)
    const finishFirstBoot = markFirstBoot(folder)

    const client = await PGlite.create(folder)
    const database = pglite(client, { isFastPathEnabled, onClosed: () => lock.release() })
    try {
      if (!(await isMigrated(database.orm))) {
        await applyMigrations(client, migrationSteps(), { log })
        log('The database is up to date.')
      }
      finishFirstBoot()
    } catch (error) {
      await client.close()
      throw error
    }
    return database
  } catch (error) {
    lock.release()
    throw error
  }
}
