/**
 * `npm run backup` copies the data folder of the local engine to a new folder, `npm run backup -- FOLDER` to the given
 * folder. The API must be stopped.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { endProcessWith } from '../processes/end-process-with.ts'
import { makeBackup } from './make-backup.ts'

async function run(): Promise<number> {
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  const now = new Date()
  // Windows doesn't allow colons in file names.
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = process.argv[2]
  const target = folder ? resolve(folder) : join(`${dataDir}-backups`, stamp)
  await makeBackup(dataDir, target, now)
  if (!folder) ignoreInGit(dirname(target))
  console.log(`The backup is in ${target}`)
  console.log('It contains the signing key and all personal data. Store it where only you can read it.')
  return 0
}

/** A backup contains the signing key, and the data folder may be in a repository. */
function ignoreInGit(backups: string): void {
  writeFileSync(join(backups, '.gitignore'), '*\n')
}

await endProcessWith(run())
