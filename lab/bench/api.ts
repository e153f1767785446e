/**
 * Compares the API with a bare server on the same PostgreSQL in one run: throughput, p50 and p99 of each call as a
 * ratio, start time and memory. Never fails.
 *
 *     node lab/bench/api.ts [--people 20000] [--seconds 4]
 *
 * The API is configured as in production and logs each request to a file. The bare server logs nothing. Both have the
 * same PostgreSQL, number of connections, keep-alive clients and rows.
 */
import { parseArgs } from 'node:util'
import { type ServerProcess, startLab } from '../processes.ts'
import { type Measured, measureLoad, median, medianOf, medianRatio, round } from './load.ts'
import { type Call, fillAccounts, makeCalls, type Side, sides, startSide } from './servers.ts'

const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '4' } },
})
const seconds = Number(options.seconds)
const rounds = 5
const starts = 3

type Servers = Record<Side, ServerProcess>

/** Alternates between the two servers. */
async function measure({ name, floor, requests }: Call, servers: Servers) {
  const measured: Record<Side, Measured[]> = { api: [], bare: [] }
  // The first round is a warm-up.
  for (let made = 0; made <= rounds; made++)
    for (const side of sides) {
      const figures = await measureLoad(servers[side], requests[side], seconds)
      if (made > 0) measured[side].push(figures)
    }
  const { api, bare } = measured
  return {
    call: name,
    'API /s': round(medianOf(api, 'requestsPerSecond'), 0),
    'bare /s': round(medianOf(bare, 'requestsPerSecond'), 0),
    ratio: round(medianRatio(api, bare, 'requestsPerSecond')),
    floor,
    'p50 ms': round(medianOf(api, 'p50Ms')),
    'p99 ms': round(medianOf(api, 'p99Ms')),
    'p99 to bare': round(medianRatio(api, bare, 'p99Ms')),
    'API µs': round(medianOf(api, 'processorUs'), 0),
    'bare µs': round(medianOf(bare, 'processorUs'), 0),
    failures: [...api, ...bare].reduce((sum, { failures }) => sum + failures, 0),
  }
}

const lab = await startLab()
try {
  const database = await lab.open()
  const start = (side: Side) => startSide(side, lab, lab.databaseUrl)
  const startTimes: Record<Side, number[]> = { api: [], bare: [] }
  for (let round = 0; round < starts; round++)
    for (const side of sides) {
      const server = await start(side)
      startTimes[side].push(server.startMs)
      await server.stop()
    }
  const servers = { bare: await start('bare'), api: await start('api') }
  await fillAccounts(database, Number(options.people))
  const rows = []
  for (const call of await makeCalls(database)) rows.push(await measure(call, servers))
  console.table(rows)
  const cost = (what: string, of: (side: Side) => number) => ({
    what,
    ...{ api: round(of('api'), 0), bare: round(of('bare'), 0) },
  })
  console.table([
    cost('start to ready, ms', (side) => median(startTimes[side])),
    cost('resident memory after the load, MB', (side) => servers[side].residentMb()),
  ])
} finally {
  await lab.remove()
}
