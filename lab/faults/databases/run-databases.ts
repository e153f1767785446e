/**
 * `npm run faults -- databases` runs the API on databases in setups that companies use, and prints a table. More words select
 * scenarios by name, and `--rounds=5` sets the rounds of first starts. Exits with 1 if an observation is unexpected.
 */
import { killAll } from '../../long-runs/api-process.ts'
import { type Row, runExperiments } from '../fault.ts'
import { stopLoads } from './loaded-api.ts'
import { removeServers } from './postgres-server.ts'
import { findPrograms } from './programs.ts'
import { scenarios } from './scenarios.ts'

export async function runDatabases(words: string, rounds: number): Promise<Row[]> {
  const programs = findPrograms()
  console.log(`${programs.versions}.\n`)
  const chosen = scenarios(rounds).filter(({ name }) => name.toLowerCase().includes(words))
  return runExperiments(chosen, async ({ run }) => {
    try {
      return await run(programs)
    } finally {
      await stopLoads()
      await killAll()
      await removeServers()
    }
  })
}
