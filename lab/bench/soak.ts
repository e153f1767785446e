/**
 * Runs the API at half of its maximum throughput for 30 minutes. Reports its memory per minute and failed requests.
 * Never fails.
 *
 *     node lab/bench/soak.ts [--minutes 30] [--report FILE]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { apiEnvironment, makePairs } from './api-environment.ts'
import { load } from './load.ts'
import { connections, round } from './measured.ts'
import { writeReport } from './report.ts'
import { startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, report: { type: 'string' } },
})
const minutes = Number(options.minutes)
const calibrationMs = 10_000
const ports = { api: 9_811, metrics: 9_812 }

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
const env = apiEnvironment({ databaseUrl, dataDir, port: ports.api, metricsPort: ports.metrics })
const file = resolve(import.meta.dirname, '../../apps/api/src/server.ts')
const api = await startServer(file, ports.api, '/health/ready', env, join(dataDir, 'api.log'))
try {
  const targets = (await makePairs(database, api.origin, '')).flatMap((pair) => pair.api)
  console.log(`At rest: ${round(api.residentMb())} MB.`)
  const most = await load(targets, connections, calibrationMs)
  const perSecond = most.requestsPerSecond / 2
  console.log(
    `Maximum: ${round(most.requestsPerSecond)} requests per second. Soak test: ${round(perSecond)}.`,
  )
  const memory: number[] = []
  const total = { requests: 0, failures: 0 }
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, p50Ms, p99Ms, failures } = await load(targets, connections, 60_000, perSecond)
    memory.push(api.residentMb())
    total.requests += requests
    total.failures += failures
    console.log(
      `minute ${minute}: ${round(api.residentMb())} MB, ${requests} requests, p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms, ${failures} failed`,
    )
  }
  const third = Math.ceil(minutes / 3)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [early, late] = [mean(memory.slice(0, third)), mean(memory.slice(-third))]
  console.log(
    `Memory: ${round(early)} MB in the first third, ${round(late)} MB in the last, ${round((late / early) * 100)} %.`,
  )
  console.log(`${total.failures} of ${total.requests} requests failed.`)
  writeReport(options.report, { minutes, perSecond, memory, early, late, ...total })
} finally {
  await api.stop()
  await database.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
