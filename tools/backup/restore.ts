/** `npm run restore -- FOLDER` restores a backup to DATA_DIR, which must be empty or missing. */
import { resolve } from 'node:path'
import process from 'node:process'
import { endProcessWith } from '../processes/end-process-with.ts'
import { restoreBackup } from './restore-backup.ts'

async function run(): Promise<number> {
  const backup = process.argv[2]
  if (!backup) throw new Error('Usage: npm run restore -- FOLDER, where FOLDER is a backup.')
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  const { madeAt } = await restoreBackup(resolve(backup), dataDir)
  console.log(`The data of ${madeAt} is in ${dataDir}`)
  return 0
}

await endProcessWith(run())
