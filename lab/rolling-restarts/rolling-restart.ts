/**
 * A rolling restart under load: two API processes over one PostgreSQL behind a proxy, each stopped with SIGTERM and
 * started again under steady traffic. Prints the number of failed requests, which should be 0.
 *
 *     node lab/rolling-restarts/rolling-restart.ts [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess, killAll } from '../long-runs/api-process.ts'
import { makePerson } from '../long-runs/make-person.ts'
import { RoundRobinProxy } from './round-robin-proxy.ts'
import { madeName, SteadyLoad } from './steady-load.ts'

export interface RollingOutcome {
  requests: number
  /** One sentence per failure. */
  failures: string[]
  restarts: number
  /** The exit codes of the stopped processes. 0 means that all work was finished. */
  exitCodes: (number | null)[]
  /** Requests that were retried on the other process after a refused connection. */
  sentElsewhere: number
  /** The acknowledged workspaces, and how many of them are in the database. */
  acknowledged: number
  stored: number
}

/** Lasts several health checks of the proxy. */
const graceSeconds = 2
const people = 6
const calmMs = 500

/** Restarts the processes one after the other, `rounds` times. */
export async function rollingRestart(rounds: number): Promise<RollingOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-rolling-'))
  const postgres = await startTestPostgres()
  const databaseUrl = `${postgres.url}postgres`
  const environment = {
    DATABASE_URL: databaseUrl,
    // A fast computer creates more than the default limit.
    ACCOUNT_LIMITS: 'workspacesOwned=1000000',
    DATA_DIR: dataDir,
    DRAIN_GRACE_SECONDS: String(graceSeconds),
    // Nothing listens on this port, so no mail is sent.
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const processes = [await ApiProcess.start(environment), await ApiProcess.start(environment)]
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const proxy = await RoundRobinProxy.start(processes.map(({ url }) => url))
  const exitCodes: (number | null)[] = []
  try {
    const callers = await Promise.all(Array.from({ length: people }, () => makePerson(database)))
    const load = new SteadyLoad(proxy, callers)
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, old] of processes.entries()) {
        await sleep(calmMs)
        process.kill(old.pid ?? 0, 'SIGTERM')
        exitCodes.push(await old.exit())
        const started = await ApiProcess.start(environment)
        proxy.replace(old.url, started.url)
        processes[at] = started
      }
    }
    await sleep(calmMs)
    await load.stop()
    const rows = await database.orm
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.displayName, madeName))
    const stored = new Set(rows.map(({ id }) => id))
    return {
      requests: load.requests,
      failures: load.failures,
      restarts: exitCodes.length,
      exitCodes,
      sentElsewhere: proxy.sentElsewhere,
      acknowledged: load.made.length,
      stored: load.made.filter((id) => stored.has(id)).length,
    }
  } finally {
    await proxy.close()
    await killAll()
    await database.close()
    await postgres.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { failures, ...outcome } = await rollingRestart(Number(process.argv[2] ?? 3))
  console.log(`Failed requests: ${failures.length} of ${outcome.requests}`)
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`)
  console.log(JSON.stringify(outcome))
  process.exitCode = failures.length === 0 && outcome.acknowledged === outcome.stored ? 0 : 1
}
