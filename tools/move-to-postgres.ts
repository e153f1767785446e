/**
 * `MOVE_TO_DATABASE_URL=URL npm run move-to-postgres` copies the database of the local run, which must be running, into an empty
 * PostgreSQL database.
 */
import { join, resolve } from 'node:path'
import process from 'node:process'
import { readLocalUrl } from '../apps/api/src/db/local-database.ts'
import { moveDatabase } from './move-to-postgres/move-database.ts'

async function run(): Promise<void> {
  const target = process.env.MOVE_TO_DATABASE_URL
  if (!target)
    throw new Error(
      'Usage: MOVE_TO_DATABASE_URL=postgres://user:password@host:5432/database npm run move-to-postgres',
    )
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  const moved = await moveDatabase(readLocalUrl(dataDir), target, console.log)
  const rows = moved.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Copied ${rows.toLocaleString('en')} rows of ${moved.length} tables.`)
  console.log(
    `Set DATABASE_URL to this database, and SIGNING_KEY to the content of ${join(dataDir, 'signing-key.json')}.`,
  )
  console.log(
    'Tokens and sessions keep working. The local database is unchanged: keep it until you have checked the new one.',
  )
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
