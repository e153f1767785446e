/**
 * Compares two API processes on one PostgreSQL with one process, with the same number of clients, alternating.
 * PostgreSQL and the clients share the processors with the API, so two processes can't be twice as fast on a small
 * machine. Never fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { apiEnvironment, makePairs } from './api-environment.ts'
import { load } from './load.ts'
import { connections, round } from './measured.ts'
import { median } from './median.ts'
import { writeReport } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const { values: options } = parseArgs({ options: { report: { type: 'string' } } })
const durationMs = 4_000
const rounds = 5
const places = [
  { port: 9_821, metricsPort: 9_822 },
  { port: 9_823, metricsPort: 9_824 },
]

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
const file = resolve(import.meta.dirname, '../../apps/api/src/server.ts')
const running: ServerProcess[] = []
try {
  for (const place of places) {
    const env = apiEnvironment({ databaseUrl, dataDir, ...place })
    running.push(
      await startServer(file, place.port, '/health/ready', env, join(dataDir, `${place.port}.log`)),
    )
  }
  const [first, second] = running
  if (!first || !second) throw new Error('Two processes are required.')
  const rows = []
  for (const { call, api } of await makePairs(database, first.origin, '')) {
    const onSecond = api.map((target) => ({
      ...target,
      url: target.url.replace(first.origin, second.origin),
    }))
    const measured = { one: [] as number[], two: [] as number[] }
    for (let made = 0; made < rounds; made++) {
      measured.one.push((await load(api, connections, durationMs)).requestsPerSecond)
      const both = await Promise.all(
        [api, onSecond].map((targets) => load(targets, connections / 2, durationMs)),
      )
      measured.two.push(both.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0))
    }
    const ratios = measured.two.map((two, at) => two / (measured.one[at] ?? 0))
    rows.push({
      call,
      'one /s': Math.round(median(measured.one)),
      'two /s': Math.round(median(measured.two)),
      'two to one': round(median(ratios)),
    })
  }
  console.log(`${availableParallelism()} processors, shared by all processes.`)
  console.table(rows)
  writeReport(options.report, { processors: availableParallelism(), rows })
} finally {
  for (const server of running) await server.stop()
  await database.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
