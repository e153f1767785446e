/**
 * Start time and memory of the API with and without its OAuth server, which is loaded when the first command-line tool signs
 * in. Alternates between the two, in separate processes. Never fails.
 *
 *     node lab/bench/oauth-server.ts [--rounds 5] [--report FILE]
 *
 * CPU time is the figure to compare, because wall-clock time depends on what else runs on the computer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { oauth } from '../../packages/contract/src/oauth/oauth.ts'
import { apiEnvironment } from './api-environment.ts'
import { round } from './measured.ts'
import { median } from './median.ts'
import { writeReport } from './report.ts'
import { startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, report: { type: 'string' } },
})
const ports = { api: 9_804, metrics: 9_805 }
const restMs = 3_000

interface Start {
  startMs: number
  processorMs: number
  residentMb: number
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const env = apiEnvironment({
  databaseUrl: `${postgres.url}postgres`,
  dataDir,
  port: ports.api,
  metricsPort: ports.metrics,
})
const file = resolve(import.meta.dirname, '../../apps/api/src/server.ts')

/** Starts the API. With the OAuth server, it is ready when it has issued the first device code. */
async function start(hasOAuth: boolean): Promise<Start> {
  const began = performance.now()
  const server = await startServer(file, ports.api, '/health/ready', env, join(dataDir, 'api.log'))
  try {
    if (hasOAuth) {
      const body = new URLSearchParams({ client_id: 'portal-cli' })
      const { ok, status } = await fetch(server.origin + oauth.authorizeDevice.path, { method: 'POST', body })
      if (!ok) throw new Error(`The OAuth server answered with status ${status}`)
    }
    const startMs = performance.now() - began
    const processorMs = server.processorMs()
    await new Promise((done) => setTimeout(done, restMs))
    return { startMs, processorMs, residentMb: server.residentMb() }
  } finally {
    await server.stop()
  }
}

const middle = (starts: Start[], figure: keyof Start) => median(starts.map((one) => one[figure]))

try {
  // Migrates the database and fills the compile cache.
  await start(true)
  const without: Start[] = []
  const loaded: Start[] = []
  for (let count = 0; count < Number(options.rounds); count += 1) {
    without.push(await start(false))
    loaded.push(await start(true))
  }
  const labels = {
    processorMs: 'CPU time until ready, ms',
    startMs: 'start to ready, ms',
    residentMb: 'resident memory at rest, MB',
  } as const
  const rows = (Object.keys(labels) as (keyof Start)[]).map((figure) => {
    const [before, after] = [middle(without, figure), middle(loaded, figure)]
    const difference = round(after - before, 0)
    return {
      what: labels[figure],
      without: round(before, 0),
      loaded: round(after, 0),
      difference,
      ratio: round(after / before),
    }
  })
  console.table(rows)
  writeReport(options.report, { rounds: Number(options.rounds), rows })
} finally {
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
