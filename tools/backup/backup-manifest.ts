/** The manifest of a backup, which shows whether the backup is complete and supported by this release. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import * as z from 'zod/mini'

export const manifestName = 'backup.json'
export const databaseName = 'database.tar.gz'
/** The other files of the data folder. */
export const restName = 'files'

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** When the newest migration of the database was written, in milliseconds since 1970. */
  newestMigrationMs: z.number(),
  /** The SHA-256 of each other file, by path. */
  digests: z.record(z.string(), z.string()),
})
export type BackupManifest = z.output<typeof manifestSchema>

/** Returns the digests of all files of a folder except the manifest. */
export function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => relative(folder, path) !== manifestName)
    .toSorted()
  return Object.fromEntries(
    files.map((path) => [
      relative(folder, path).split(sep).join('/'),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  )
}

/** Throws if the folder isn't a backup or was modified. */
export function readManifest(folder: string): BackupManifest {
  const manifest = manifestSchema.safeParse(jsonOf(join(folder, manifestName)))
  if (!manifest.success)
    throw new Error(`${folder} isn't a backup, or this release doesn't support its format.`)
  const found = digestsOf(folder)
  const { digests } = manifest.data
  const changed = [...new Set([...Object.keys(digests), ...Object.keys(found)])].filter(
    (path) => digests[path] !== found[path],
  )
  if (changed.length > 0) throw new Error(`The backup in ${folder} was modified: ${changed.join(', ')}.`)
  return manifest.data
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
