/**
 * Measures how the time of each call grows with the number of accounts. Two databases of one PostgreSQL each have an
 * API and a bare server, and the load alternates between them, so that other work on the machine affects both. Never
 * fails.
 *
 *     node lab/bench/growth.ts [--people 20000,2000000] [--seconds 2]
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { type ServerProcess, startLab } from '../processes.ts'
import { type Measured, measureLoad, medianOf, medianRatio, round } from './load.ts'
import { type Call, fillAccounts, makeCalls, type Side, sides, startSide } from './servers.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000,2000000' },
    seconds: { type: 'string', default: '2' },
  },
})
const seconds = Number(options.seconds)
const rounds = 7
const sizes = options.people.split(',').map(Number)

interface Place extends Record<Side, ServerProcess> {
  calls: Call[]
}

const lab = await startLab()

async function prepare(people: number): Promise<Place> {
  const databaseUrl = lab.databaseUrl.replace(/[^/]*$/, `people_${people}`)
  const database = await lab.open(databaseUrl)
  await fillAccounts(database, people)
  return {
    api: await startSide('api', lab, databaseUrl),
    bare: await startSide('bare', lab, databaseUrl),
    calls: await makeCalls(database),
  }
}

/** Measures the call with this index at each place. The first round is a warm-up. */
async function measure(at: number, places: readonly Place[]) {
  const measured: Record<Side, Measured[][]> = { api: [[], []], bare: [[], []] }
  for (let made = 0; made <= rounds; made++)
    for (const side of sides)
      for (const [place, { calls, [side]: server }] of places.entries()) {
        const figures = await measureLoad(server, calls[at]?.requests[side] ?? [], seconds)
        if (made > 0) measured[side][place]?.push(figures)
      }
  const [few = [], many = []] = measured.api
  const [bareFew = [], bareMany = []] = measured.bare
  // Each client waits for a response before its next request, so the time per call is the inverse of the throughput.
  const growth = (before: Measured[], after: Measured[]) =>
    round(medianRatio(before, after, 'requestsPerSecond'))
  return {
    call: places[0]?.calls[at]?.name,
    'few, p50 ms': round(medianOf(few, 'p50Ms')),
    'many, p50 ms': round(medianOf(many, 'p50Ms')),
    'grown by': growth(few, many),
    'at most': 1.15,
    'processor time grown by': round(medianRatio(many, few, 'processorUs')),
    'the bare server by': growth(bareFew, bareMany),
  }
}

try {
  const admin = await lab.open()
  for (const people of sizes) await admin.orm.execute(sql.raw(`create database people_${people}`))
  const places: Place[] = []
  for (const people of sizes) places.push(await prepare(people))
  const rows = []
  for (const at of places[0]?.calls.keys() ?? []) rows.push(await measure(at, places))
  console.log(`From ${sizes.map((size) => size.toLocaleString('en')).join(' users to ')}:`)
  console.table(rows)
} finally {
  await lab.remove()
}
