import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { applyMigrations } from '../db/apply-migrations.ts'
import { migrationSteps, migrationsFolder } from '../db/migrate.ts'

const cacheFolder = resolve(import.meta.dirname, '../../../../node_modules/.cache/portal-tests')

/**
 * Returns a dump of a migrated, empty PGlite database. Loading it takes a fraction of a second, whereas a first start
 * takes several. The dump is rebuilt when the migrations or PGlite change.
 */
export async function pgliteDump(): Promise<Blob> {
  const name = `pglite-${fingerprint()}.tar`
  const path = join(cacheFolder, name)
  try {
    return new Blob([readFileSync(path)])
  } catch {
    const dump = await makeDump()
    mkdirSync(cacheFolder, { recursive: true })
    // Two workers can build the dump concurrently, so each renames a complete file into place.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, path)
    for (const old of readdirSync(cacheFolder)) {
      if (old.endsWith('.tar') && old !== name) rmSync(join(cacheFolder, old), { force: true })
    }
    return dump
  }
}

async function makeDump(): Promise<Blob> {
  const client = await PGlite.create()
  try {
    await applyMigrations(client, migrationSteps(), { log: () => {} })
    return await client.dumpDataDir('none')
  } finally {
    await client.close()
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  hash.update(readFileSync(join(dirname(entry), '../package.json')))
  for (const file of readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
