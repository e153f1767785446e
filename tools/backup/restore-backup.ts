import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrationSteps } from '../../apps/api/src/db/migrate.ts'
import { type BackupManifest, databaseName, readManifest, restName } from './backup-manifest.ts'

/**
 * Restores a backup to a data folder atomically. The folder must be empty or missing, so that nothing is overwritten.
 * @throws if the folder isn't empty, the backup is incomplete or a newer release made it
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<BackupManifest> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty. Move it away, or choose another folder with DATA_DIR.`)
  const manifest = readManifest(backup)
  const newest = Math.max(...migrationSteps().map(({ at }) => at))
  if (manifest.newestMigrationMs > newest)
    throw new Error('A newer release made this backup. Restore it with that release, or a later one.')
  const draft = `${dataDir}.restoring-${process.pid}`
  try {
    mkdirSync(dirname(draft), { recursive: true })
    mkdirSync(draft, { mode: 0o700 })
    await load(join(backup, databaseName), join(draft, 'database'))
    const rest = join(backup, restName)
    if (existsSync(rest)) cpSync(rest, draft, { recursive: true, preserveTimestamps: true })
    if (existsSync(dataDir)) rmdirSync(dataDir)
    renameSync(draft, dataDir)
    return manifest
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Opens the database once, to detect a damaged one now instead of at the next start. */
async function load(archive: string, database: string): Promise<void> {
  const client = await PGlite.create(database, { loadDataDir: new Blob([readFileSync(archive)]) })
  try {
    await client.query('select count(*) from users')
  } finally {
    await client.close()
  }
}
