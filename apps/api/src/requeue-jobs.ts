/** Requeues all parked jobs, or those of one kind. See docs/operations.md#parked-jobs. */
import process from 'node:process'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open-database.ts'
import { requeueParked } from './jobs/requeue-parked.ts'

const config = readConfig()
const database = await openDatabase({
  databaseUrl: config.DATABASE_URL === '' ? undefined : config.DATABASE_URL,
  dataDir: config.DATA_DIR,
})
console.info(`Requeued ${await requeueParked(database, process.argv[2])} jobs.`)
await database.close()
