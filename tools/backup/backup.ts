/**
 * `npm run backup` copies the data folder of the local engine to a new folder, `npm run backup -- FOLDER` to the given
 * folder. The API must be stopped.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { endProcessWith } from '../processes/end-process-with.ts'
import { makeBackup, requireDatabase } from './make-backup.ts'

async function run(): Promise<number> {
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  const now = new Date()
  // Windows doesn't allow colons in file names.
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  requireDatabase(dataDir)
  const target = process.argv[2] ? resolve(process.argv[2]) : join(backupsOf(dataDir), stamp)
  await makeBackup(dataDir, target, now)
  console.log(`The backup is in ${target}`)
  console.log('It contains the signing key and all personal data. Store it where only you can read it.')
  return 0
}

/** Next to the data folder and ignored by git, because a backup contains the signing key. */
function backupsOf(dataDir: string): string {
  const folder = `${dataDir}-backups`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

await endProcessWith(run())
