/**
 * `npm run faults` injects faults and prints a table with the expected and the observed behavior. Words after `--`
 * select the
 * faults whose names contain them, `--kills=50` sets the number of kills per database engine, and `--report=FILE` also
 * writes
 * JSON. Exits with 1 if an observation is unexpected.
 */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { databaseFaults } from './database-faults.ts'
import type { Fault, Seen } from './fault.ts'
import { machineFaults } from './machine-faults.ts'
import { serviceFaults } from './service-faults.ts'
import { startWorld, type World } from './world.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '10' }, report: { type: 'string' } },
})
const words = positionals.join(' ').toLowerCase()
const faults = [...databaseFaults, ...serviceFaults, ...machineFaults(Number(values.kills))].filter(
  ({ name }) => name.toLowerCase().includes(words),
)

if (faults.length === 0) {
  console.error(`No fault has a name that contains '${words}'.`)
  process.exit(1)
}

async function tryOut(fault: Fault, world: World): Promise<Seen> {
  try {
    return await fault.run(world)
  } catch (error) {
    return { text: `the experiment failed: ${String(error)}`, isAsExpected: false }
  }
}

const world = await startWorld()
const rows: { name: string; expected: string; seen: string; isAsExpected: boolean }[] = []
try {
  console.log('| fault | expected | observed | |\n|---|---|---|---|')
  for (const fault of faults) {
    const { text, isAsExpected } = await tryOut(fault, world)
    rows.push({ name: fault.name, expected: fault.expected, seen: text, isAsExpected })
    console.log(
      `| ${fault.name} | ${fault.expected} | ${text} | ${isAsExpected ? 'as expected' : '**not as expected**'} |`,
    )
  }
} finally {
  await world.end()
}
if (values.report) writeFileSync(values.report, `${JSON.stringify(rows, null, 2)}\n`)
const odd = rows.filter(({ isAsExpected }) => !isAsExpected).length
console.log(`\n${rows.length} faults, ${odd === 0 ? 'all as expected' : `${odd} not as expected`}.`)
process.exitCode = odd === 0 ? 0 : 1
