/** Requeues all parked jobs, or those of one kind. See docs/operations.md#parked-jobs. */
import process from 'node:process'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open-database.ts'
import { requeueParked, UnknownJobError } from './jobs/requeue-parked.ts'
import { operatorMessageOf } from './operator-message.ts'

async function requeue(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    dataDir: config.DATA_DIR,
    isPooled: config.DATABASE_POOLER === 'transaction',
  })
  try {
    console.info(`Requeued jobs: ${await requeueParked(database, process.argv[2])}`)
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
