import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database } from './database.ts'
import { takeFolder } from './folder-lock.ts'
import { beginFirstBoot, setInterruptedBootAside } from './interrupted-boot.ts'
import { isMigrated, migrationsFolder } from './migrate.ts'
import { pglite } from './pglite-database.ts'

export interface PgliteOptions {
  /** The database's own folder. Its lock and its marker stand beside it. */
  folder: string
  log: (message: string) => void
}

/**
 * Opens PGlite on a folder. PGlite takes no lock of its own, and two processes would destroy what is in
 * there; so nothing is touched before the folder is ours.
 * @throws DataFolderInUse
 */
export async function openPglite({ folder, log }: PgliteOptions): Promise<Database> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const lock = await takeFolder(folder)
  try {
    const aside = setInterruptedBootAside(folder)
    if (aside)
      log(`The database's first start had been interrupted. What there was of it is kept in ${aside}.`)
    const finishFirstBoot = beginFirstBoot(folder)

    const client = await PGlite.create(folder)
    const database = pglite(client, () => lock.release())
    try {
      if (!(await isMigrated(database.orm))) {
        await migrate(drizzle(client), { migrationsFolder })
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
