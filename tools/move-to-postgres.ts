/** `MOVE_TO_DATABASE_URL=URL npm run move-to-postgres` copies the local database in DATA_DIR into an empty PostgreSQL database. */
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { moveDatabase } from './move-to-postgres/move-database.ts'
import { targetDatabase } from './move-to-postgres/target-database.ts'
import { endProcessWith } from './processes/end-process-with.ts'

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { url, warning } = targetDatabase(values.to, process.env.MOVE_TO_DATABASE_URL)
  if (warning) console.warn(warning)
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  const began = performance.now()
  const moved = await moveDatabase(dataDir, url, console.log)
  const rows = moved.reduce((sum, table) => sum + Number(table.rows), 0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    `Moved ${rows.toLocaleString('en')} rows of ${moved.length} tables in ${seconds} s. Counts and checksums match.`,
  )
  console.log(
    `Set DATABASE_URL to this database, and SIGNING_KEY to the content of ${join(dataDir, 'signing-key.json')}.`,
  )
  console.log(
    'Tokens and sessions keep working. The local database is unchanged: keep it until you have checked the new one.',
  )
  return 0
}

await endProcessWith(run())
