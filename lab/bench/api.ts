/**
 * Compares the API with a bare server on the same PostgreSQL in one run: throughput, p50 and p99 of each call as a
 * ratio, start time and memory. Never fails.
 *
 *     node lab/bench/api.ts [--people 20000] [--seconds 4] [--report FILE]
 *
 * The API is configured as in production and logs each request to a file. The bare server logs nothing. Both have the
 * same PostgreSQL, number of connections, keep-alive clients and rows.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { fill } from '../../tools/seed/fill.ts'
import { termsVersions } from '../../tools/seed/terms-versions.ts'
import { apiEnvironment, makePairs, type Pair } from './api-environment.ts'
import { load } from './load.ts'
import { connections, loadOn, type Measured, middle, middleRatio, round } from './measured.ts'
import { median } from './median.ts'
import { writeReport } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '4' },
    report: { type: 'string' },
  },
})
const people = Number(options.people)
const durationMs = Number(options.seconds) * 1_000
const rounds = 5
const starts = 3
const restMs = 3_000
const ports = { api: 9_801, metrics: 9_802, bare: 9_803 }

interface Row {
  call: string
  aim: number
  api: Measured
  bare: Measured
  ratio: number
  p99Ratio: number
}

/** Alternates between the two servers. */
async function measure(pair: Pair, servers: Servers): Promise<Row> {
  const api: Measured[] = []
  const bare: Measured[] = []
  for (const side of [pair.api, pair.bare]) await load(side, connections, durationMs / 2)
  for (let round = 0; round < rounds; round++) {
    bare.push(await loadOn(servers.bare, pair.bare, durationMs))
    api.push(await loadOn(servers.api, pair.api, durationMs))
  }
  return {
    call: pair.call,
    aim: pair.aim,
    api: middle(api),
    bare: middle(bare),
    ratio: middleRatio(api, bare, 'requestsPerSecond'),
    p99Ratio: middleRatio(api, bare, 'p99Ms'),
  }
}

interface Servers {
  api: ServerProcess
  bare: ServerProcess
}

/** Starts both servers several times, alternating. Returns the last ones with the median start times. */
async function startBoth(
  start: (side: keyof Servers, env?: Record<string, string>) => Promise<ServerProcess>,
  env: Record<string, string>,
) {
  const times = { api: [] as number[], bare: [] as number[] }
  for (let round = 0; round < starts; round++)
    for (const side of ['bare', 'api'] as const) {
      const server = await start(side, env)
      times[side].push(server.startMs)
      await server.stop()
    }
  return { api: median(times.api), bare: median(times.bare) }
}

const shown = ({ call, aim, api, bare, ratio, p99Ratio }: Row) => ({
  call,
  'API /s': round(api.requestsPerSecond, 0),
  'bare /s': round(bare.requestsPerSecond, 0),
  ratio: round(ratio),
  aim,
  'p50 ms': round(api.p50Ms),
  'p99 ms': round(api.p99Ms),
  'p99 to bare': round(p99Ratio),
  'API µs': round(api.processorUs, 0),
  'bare µs': round(bare.processorUs, 0),
  failures: api.failures + bare.failures,
})

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const here = import.meta.dirname
const running: ServerProcess[] = []
const rows: Row[] = []
try {
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const env = {
    bare: { DATABASE_URL: databaseUrl, PORT: String(ports.bare) },
    api: apiEnvironment({ databaseUrl, dataDir, port: ports.api, metricsPort: ports.metrics }),
  }
  const files = { bare: join(here, 'bare-server.ts'), api: resolve(here, '../../apps/api/src/server.ts') }
  const ready = { bare: '/ready', api: '/health/ready' }
  const start = (side: keyof Servers, more: Record<string, string> = {}) =>
    startServer(
      files[side],
      ports[side],
      ready[side],
      { ...env[side], ...more },
      join(dataDir, `${side}.log`),
    )
  const firstStart = await startBoth(start, { NODE_DISABLE_COMPILE_CACHE: '1' })
  const laterStart = await startBoth(start, {})
  const bare = await start('bare')
  running.push(bare)
  const api = await start('api')
  running.push(api)
  await new Promise((done) => setTimeout(done, restMs))
  const rest = { api: api.residentMb(), bare: bare.residentMb() }
  await fill(database, { users: people, workspaces: people, ...(await termsVersions({})) }, console.log)
  for (const pair of await makePairs(database, api.origin, bare.origin))
    rows.push(await measure(pair, { api, bare }))
  console.table(rows.map(shown))
  const cost = [
    { what: 'start to ready, ms', ...laterStart },
    { what: 'the same, nothing compiled before, ms', ...firstStart },
    { what: 'resident memory at rest, MB', ...rest },
    { what: 'the same, after the load, MB', api: api.residentMb(), bare: bare.residentMb() },
  ].map((row) => ({ ...row, api: round(row.api), bare: round(row.bare), ratio: round(row.api / row.bare) }))
  console.table(cost)
  writeReport(options.report, { connections, people, rows, cost })
  await database.close()
} finally {
  for (const server of running) await server.stop()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
