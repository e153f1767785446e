/** Requeues all parked jobs, or those of one kind. See docs/operations.md#parked-jobs. */
import process from 'node:process'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open-database.ts'
import { requeueParked, UnknownJobError } from './jobs/requeue-parked.ts'
import { operatorMessageOf } from './operator-message.ts'

async function requeue(): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR } = readConfig()
  const database = await openDatabase({
    ...(DATABASE_URL !== '' && { databaseUrl: DATABASE_URL }),
    ...(MIGRATION_DATABASE_URL !== '' && { migrationUrl: MIGRATION_DATABASE_URL }),
    dataDir: DATA_DIR,
  })
  try {
    console.info(`Requeued ${await requeueParked(database, process.argv[2])} jobs.`)
  } finally {
    await database.close()
  }
}

try {
  await requeue()
} catch (error) {
  console.error(error instanceof UnknownJobError ? error.message : (operatorMessageOf(error) ?? error))
  process.exitCode = 1
}
