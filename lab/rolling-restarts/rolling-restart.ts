/**
 * A rolling restart under load: two API processes over one PostgreSQL behind a proxy, each stopped with SIGTERM and
 * started again under steady traffic. Prints the number of failed requests, which should be 0.
 *
 *     node lab/rolling-restarts/rolling-restart.ts [rounds]
 */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePerson } from '../callers.ts'
import { startApi, startLab } from '../processes.ts'
import { startProxy } from './round-robin-proxy.ts'
import { SteadyLoad } from './steady-load.ts'

export interface RollingOutcome {
  requests: number
  /** One sentence per failure. */
  failures: string[]
  /** The exit codes of the stopped processes. 0 means that all work was finished. */
  exitCodes: (number | null | undefined)[]
  /** The acknowledged workspaces, and how many of them are not in the database. */
  acknowledged: number
  lost: number
}

/** Lasts several health checks of the proxy. */
const graceSeconds = 2
const people = 6
const calmMs = 500

/** Restarts the processes one after the other, `rounds` times. */
export async function rollingRestart(rounds: number): Promise<RollingOutcome> {
  const lab = await startLab()
  const environment = {
    ...lab.environment,
    // A fast computer creates more than the default limit.
    ACCOUNT_LIMITS: 'workspacesOwned=1000000',
    DRAIN_GRACE_SECONDS: String(graceSeconds),
  }
  const processes = [await startApi(environment), await startApi(environment)]
  const proxy = await startProxy(processes)
  const exitCodes: RollingOutcome['exitCodes'] = []
  try {
    const database = await lab.open()
    const callers = await Promise.all(Array.from({ length: people }, () => makePerson(database)))
    const load = new SteadyLoad(proxy, callers)
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, old] of processes.entries()) {
        await sleep(calmMs)
        process.kill(old.pid, 'SIGTERM')
        exitCodes.push(await old.exit())
        processes[at] = await startApi(environment)
      }
    }
    await sleep(calmMs)
    await load.stop()
    const stored = (await database.queue.executeSql('select id from workspaces')).rows as { id: string }[]
    return {
      requests: load.requests,
      failures: load.failures,
      exitCodes,
      acknowledged: load.made.length,
      lost: load.missingIn(stored).length,
    }
  } finally {
    proxy.close()
    await lab.remove()
  }
}

if (import.meta.main) {
  const { failures, ...outcome } = await rollingRestart(Number(process.argv[2] ?? 3))
  console.log(`Failed requests: ${failures.length} of ${outcome.requests}`)
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`)
  console.log(JSON.stringify(outcome))
  process.exitCode = failures.length === 0 && outcome.lost === 0 ? 0 : 1
}
