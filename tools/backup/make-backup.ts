import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { takeFolder } from '../../apps/api/src/db/folder-lock.ts'
import { type BackupManifest, databaseName, digestsOf, manifestName, restName } from './backup-manifest.ts'

/** The database, its lock and its temporary folders. */
const isOfDatabase = (name: string) => name === 'database' || name.startsWith('database.')

/** Returns the folder of the local database. Throws if there is none. */
export function requireDatabase(dataDir: string): string {
  const database = join(dataDir, 'database')
  if (!existsSync(join(database, 'PG_VERSION')))
    throw new Error(`There is no local database in ${dataDir}. For PostgreSQL use pg_dump.`)
  return database
}

/**
 * Copies a data folder: the local database as a dump, all other files (including the signing key) unchanged. Opens the database,
 * which first recovers from a killed process.
 * @throws DataFolderInUse while an API uses the folder, or an Error if there is no database or `target` exists
 */
export async function makeBackup(dataDir: string, target: string, now = new Date()): Promise<BackupManifest> {
  const database = requireDatabase(dataDir)
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another folder.`)
  const lock = await takeFolder(database)
  const draft = `${target}.unfinished-${process.pid}`
  try {
    // It contains the signing key and all personal data.
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    const newestMigrationMs = await dump(database, join(draft, databaseName))
    for (const name of readdirSync(dataDir).filter((one) => !isOfDatabase(one)))
      cpSync(join(dataDir, name), join(draft, restName, name), { recursive: true, preserveTimestamps: true })
    const manifest: BackupManifest = {
      format: 1,
      madeAt: now.toISOString(),
      newestMigrationMs,
      digests: digestsOf(draft),
    }
    writeFileSync(join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    renameSync(draft, target)
    return manifest
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

async function dump(database: string, file: string): Promise<number> {
  const client = await PGlite.create(database)
  try {
    const { rows } = await client.query<{ newest: string }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    )
    const archive = await client.dumpDataDir('gzip')
    writeFileSync(file, Buffer.from(await archive.arrayBuffer()), { mode: 0o600 })
    chmodSync(file, 0o600)
    return Number(rows[0]?.newest ?? 0)
  } finally {
    await client.close()
  }
}
