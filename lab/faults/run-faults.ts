/**
 * `npm run faults` injects faults and prints a table with the expected and the observed behavior. Words after `--` select the
 * faults whose names contain them. `databases` as the first word selects the scenarios of databases/run-databases.ts, and
 * `alerts` those of alerts/run-alerts.ts.
 * `--kills=50` sets the number of kills per database engine, `--rounds=5` the rounds of first starts, and `--report=FILE` also
 * writes JSON. Exits with 1 if an observation is unexpected.
 */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runAlerts } from './alerts/run-alerts.ts'
import { databaseFaults } from './database-faults.ts'
import { runDatabases } from './databases/run-databases.ts'
import { type Row, runExperiments } from './fault.ts'
import { machineFaults } from './machine-faults.ts'
import { serviceFaults } from './service-faults.ts'
import { startWorld } from './world.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})
const groups = ['databases', 'alerts']
const group = groups.find((name) => name === positionals[0])
const words = positionals
  .slice(group ? 1 : 0)
  .join(' ')
  .toLowerCase()

async function runFaults(): Promise<Row[]> {
  const faults = [...databaseFaults, ...serviceFaults, ...machineFaults(Number(values.kills))].filter(
    ({ name }) => name.toLowerCase().includes(words),
  )
  if (faults.length === 0) return []
  const world = await startWorld()
  try {
    return await runExperiments(faults, (fault) => fault.run(world))
  } finally {
    await world.end()
  }
}

async function runGroup(): Promise<Row[]> {
  if (group === 'databases') return runDatabases(words, Number(values.rounds))
  return group === 'alerts' ? runAlerts(words) : runFaults()
}

const rows = await runGroup()
if (rows.length === 0) {
  console.error(`No fault has a name that contains '${words}'.`)
  process.exit(1)
}
if (values.report) writeFileSync(values.report, `${JSON.stringify(rows, null, 2)}\n`)
const odd = rows.filter(({ isAsExpected }) => !isAsExpected).length
console.log(`\n${rows.length} faults, ${odd === 0 ? 'all as expected' : `${odd} not as expected`}.`)
process.exitCode = odd === 0 ? 0 : 1
