import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const marker = (folder: string) => `${folder}.first-boot`

/**
 * Moves a database folder whose first boot did not come to its end out of the way, and never deletes it.
 * Nobody was told of anything in it: the database is handed out only after the end of the first boot.
 * @returns where it went, or nothing when there was nothing to move.
 */
export function setInterruptedBootAside(folder: string, now = new Date()): string | undefined {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined
  const isWhole = existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'))
  if (isWhole && !existsSync(marker(folder))) return undefined
  // No colons: they mean something in Windows' file names.
  const aside = `${folder}.interrupted-${now.toISOString().replaceAll(':', '-')}`
  renameSync(folder, aside)
  return aside
}

/**
 * Leaves a marker beside the folder while there is no whole database in it: a boot that dies halfway may
 * leave every file that is looked for, and still no database.
 * @returns what to call when the database stands.
 */
export function beginFirstBoot(folder: string): () => void {
  if (existsSync(folder) && readdirSync(folder).length > 0) return () => {}
  writeFileSync(marker(folder), '')
  return () => rmSync(marker(folder), { force: true })
}
