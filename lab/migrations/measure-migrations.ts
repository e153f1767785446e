/**
 * `node lab/migrations/measure-migrations.ts` times each migration since the first release on a database with 2 million people,
 * and writes the result into the first line of the migrations that have none. `--all` renews every line.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { applyMigrations } from '../../apps/api/src/db/apply-migrations.ts'
import { migrationsFolder } from '../../apps/api/src/db/migrate.ts'
import { type Migration, stepsOf } from '../../apps/api/src/db/migration-steps.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { makeFirstRelease, migrationsByRelease } from './first-release.ts'

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, people: { type: 'string', default: '2000000' } },
})
const people = Number(values.people)
const linePattern = /^-- At 2 million people: .*\n/

async function measure(client: pg.Client, migration: Migration): Promise<string> {
  const parts: string[] = []
  for (const step of stepsOf(migration)) {
    const began = performance.now()
    await applyMigrations(client, [step], { log: console.log })
    const seconds = ((performance.now() - began) / 1_000).toFixed(2)
    parts.push(`${seconds} s ${step.isTransaction ? 'in a transaction' : 'concurrently'}`)
  }
  return parts.join(', then ')
}

function writeLine(tag: string, result: string): void {
  const path = join(migrationsFolder, `${tag}.sql`)
  const text = readFileSync(path, 'utf8')
  if (linePattern.test(text) && !values.all) return
  writeFileSync(path, `-- At 2 million people: ${result}.\n${text.replace(linePattern, '')}`)
}

const server = await startTestPostgres()
try {
  const client = new pg.Client({ connectionString: `${server.url}postgres` })
  await client.connect()
  const began = performance.now()
  await makeFirstRelease(client, people, console.log)
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(`Filled in ${Math.round((performance.now() - began) / 1_000)} s: ${rows[0]?.size}`)
  for (const migration of migrationsByRelease().later) {
    const result = await measure(client, migration)
    console.log(`${migration.tag}: ${result}`)
    if (people === 2_000_000) writeLine(migration.tag, result)
  }
  await client.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server.remove()
}
