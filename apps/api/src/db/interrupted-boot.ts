import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const marker = (folder: string) => `${folder}.first-boot`

/**
 * Moves away a database folder whose first boot was interrupted, without deleting it. The folder contains no user data,
 * because the database is available only after the first boot has finished.
 * @returns the new path, or undefined if there was nothing to move.
 */
export function moveInterruptedBoot(folder: string, now = new Date()): string | undefined {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined
  const isWhole = existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'))
  if (isWhole && !existsSync(marker(folder))) return undefined
  // Windows does not allow colons in file names.
  const aside = `${folder}.interrupted-${now.toISOString().replaceAll(':', '-')}`
  renameSync(folder, aside)
  return aside
}

/**
 * Creates a marker file next to the folder for the duration of the first boot. A boot that dies halfway may leave all the
 * files of a database without a usable one.
 * @returns a function that removes the marker, to be called after the first boot.
 */
export function markFirstBoot(folder: string): () => void {
  if (existsSync(folder) && readdirSync(folder).length > 0) return () => {}
  writeFileSync(marker(folder), '')
  return () => rmSync(marker(folder), { force: true })
}
