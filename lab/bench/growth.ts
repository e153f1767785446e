/**
 * Measures how the time of each call grows with the number of accounts. Two databases of one PostgreSQL each have an
 * API and a bare server, and the load alternates between them, so that other work on the machine affects both. Never
 * fails.
 *
 *     node lab/bench/growth.ts [--people 20000,2000000] [--seconds 2] [--report FILE]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { fill } from '../../tools/seed/fill.ts'
import { termsVersions } from '../../tools/seed/terms-versions.ts'
import { apiEnvironment, makePairs, type Pair } from './api-environment.ts'
import { loadOn, type Measured, middle, middleRatio, round } from './measured.ts'
import { writeReport } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000,2000000' },
    seconds: { type: 'string', default: '2' },
    report: { type: 'string' },
  },
})
const [few = 0, many = 0] = options.people.split(',').map(Number)
const durationMs = Number(options.seconds) * 1_000
const rounds = 7

interface Side {
  database: Database
  api: ServerProcess
  bare: ServerProcess
  pairs: Pair[]
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const here = import.meta.dirname
const sides: Side[] = []

async function prepare(people: number, firstPort: number): Promise<Side> {
  const databaseUrl = `${postgres.url}people_${people}`
  const [port, metricsPort, barePort] = [firstPort, firstPort + 1, firstPort + 2]
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  await fill(database, { users: people, workspaces: people, ...(await termsVersions({})) }, console.log)
  // Autovacuum would do this after so many rows, in the middle of the measurement.
  await database.orm.execute(sql`vacuum (analyze)`)
  await database.orm.execute(sql`checkpoint`)
  const api = await startServer(
    resolve(here, '../../apps/api/src/server.ts'),
    port,
    '/health/ready',
    apiEnvironment({ databaseUrl, dataDir, port, metricsPort }),
    join(dataDir, `${port}.log`),
  )
  const env = { DATABASE_URL: databaseUrl, PORT: String(barePort) }
  const bare = await startServer(join(here, 'bare-server.ts'), barePort, '/ready', env)
  return { database, api, bare, pairs: await makePairs(database, api.origin, bare.origin) }
}

async function measure(call: number, [before, after]: readonly [Side, Side]) {
  const times = { api: { few: [], many: [] }, bare: { few: [], many: [] } } as Record<
    'api' | 'bare',
    Record<'few' | 'many', Measured[]>
  >
  // The first round is a warm-up.
  for (let made = 0; made <= rounds; made++)
    for (const server of ['api', 'bare'] as const)
      for (const [size, side] of [['few', before] as const, ['many', after] as const]) {
        const targets = side.pairs[call]?.[server]
        if (!targets) throw new Error('Unknown call.')
        const measured = await loadOn(side[server], targets, durationMs)
        if (made > 0) times[server][size].push(measured)
      }
  const { api, bare } = times
  return {
    call: before.pairs[call]?.call,
    'few, p50 ms': round(middle(api.few).p50Ms),
    'many, p50 ms': round(middle(api.many).p50Ms),
    'grown by': round(middleRatio(api.many, api.few, 'p50Ms')),
    aim: 1.15,
    'processor time grown by': round(middleRatio(api.many, api.few, 'processorUs')),
    'the bare server by': round(middleRatio(bare.many, bare.few, 'p50Ms')),
  }
}

try {
  const admin = await openDatabase({ databaseUrl: `${postgres.url}postgres`, dataDir, statementLimitMs: 0 })
  for (const people of [few, many]) await admin.orm.execute(sql.raw(`create database people_${people}`))
  await admin.close()
  const before = await prepare(few, 9_831)
  sides.push(before)
  const after = await prepare(many, 9_841)
  sides.push(after)
  const rows = []
  for (const call of before.pairs.keys()) rows.push(await measure(call, [before, after]))
  console.log(`From ${few.toLocaleString('en')} users to ${many.toLocaleString('en')}:`)
  console.table(rows)
  writeReport(options.report, { few, many, rows })
} finally {
  for (const { api, bare, database } of sides) {
    await api.stop()
    await bare.stop()
    await database.close()
  }
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
