/**
 * `npm run faults` injects faults and prints a table with the expected and the observed behavior. Words after `--` select the
 * faults whose names contain them. `databases` as the first word selects the scenarios of database-scenarios.ts, and `alerts`
 * tests the rules of Prometheus. Exits with 1 if an observation is unexpected.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { databaseFaults } from './database-faults.ts'
import { databaseScenarios } from './database-scenarios.ts'
import { installPackages } from './database-servers.ts'
import { type Experiment, runExperiments } from './fault.ts'
import { serviceFaults } from './service-faults.ts'
import { type Fault, startWorld } from './world.ts'

const [group, ...more] = process.argv.slice(2)

function select<Named extends { name: string }>(all: readonly Named[], words: readonly string[]): Named[] {
  const wanted = words.join(' ').toLowerCase()
  const selected = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  if (selected.length === 0) throw new Error(`No fault has a name that contains "${wanted}".`)
  return selected
}

async function run(experiments: readonly Experiment[]): Promise<number> {
  const odd = await runExperiments(experiments)
  console.log(`\n${experiments.length} faults, ${odd === 0 ? 'all as expected' : `${odd} not as expected`}.`)
  return odd === 0 ? 0 : 1
}

async function runFaults(): Promise<number> {
  const faults: Fault[] = select([...databaseFaults, ...serviceFaults], process.argv.slice(2))
  const world = await startWorld()
  try {
    return await run(faults.map((fault) => ({ ...fault, run: () => fault.run(world) })))
  } finally {
    await world.remove()
  }
}

function testAlerts(): number {
  if (spawnSync('promtool', ['--version']).status !== 0) installPackages('prometheus')
  const file = join(import.meta.dirname, 'alerts.test.yaml')
  return spawnSync('promtool', ['test', 'rules', file], { stdio: 'inherit' }).status ?? 1
}

try {
  if (group === 'alerts') process.exitCode = testAlerts()
  else if (group === 'databases') process.exitCode = await run(select(databaseScenarios, more))
  else process.exitCode = await runFaults()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
