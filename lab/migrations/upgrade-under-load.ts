/**
 * Upgrades from the first release under load: two of its processes over a generated database, replaced one after another
 * by processes of this release. The first of these applies the migrations. Prints the failed requests (0 is expected), the
 * longest gap and the acknowledged writes that are missing.
 *
 *     node lab/migrations/upgrade-under-load.ts --people 200000
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess, killAll } from '../long-runs/api-process.ts'
import { unpackRelease } from '../releases/unpack-release.ts'
import { RoundRobinProxy } from '../rolling-restarts/round-robin-proxy.ts'
import { firstRelease, makeFirstRelease } from './first-release.ts'
import { UpgradeLoad } from './upgrade-load.ts'

const { values } = parseArgs({
  options: { people: { type: 'string', default: '200000' } },
})
const people = Number(values.people)
const calmMs = 3_000

/** Counts the users whose nickname is not the last acknowledged one. */
async function countLost(client: pg.Client, saved: ReadonlyMap<string, string>): Promise<number> {
  const { rows } = await client.query<{ id: string; nickname: string }>(
    'select id, nickname from users where id = any($1)',
    [[...saved.keys()]],
  )
  return saved.size - rows.filter(({ id, nickname }) => saved.get(id) === nickname).length
}

const release = unpackRelease(firstRelease.commit)
const dataDir = mkdtempSync(join(tmpdir(), 'portal-upgrade-'))
const server = await startTestPostgres()
const databaseUrl = `${server.url}postgres`
const client = new pg.Client({ connectionString: databaseUrl })
const environment = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DRAIN_GRACE_SECONDS: '2',
  SMTP_URL: 'smtp://127.0.0.1:9',
}
let proxy: RoundRobinProxy | undefined
try {
  await client.connect()
  await makeFirstRelease(client, people, console.log)
  const processes = [
    await ApiProcess.start(environment, release),
    await ApiProcess.start(environment, release),
  ]
  proxy = await RoundRobinProxy.start(processes.map(({ url }) => url))
  const load = new UpgradeLoad(proxy, people)
  await sleep(calmMs)
  for (const old of processes) {
    const began = performance.now()
    const started = await ApiProcess.start(environment)
    console.log(`A process of this release is ready after ${Math.round(performance.now() - began)} ms.`)
    proxy.replace(old.url, started.url)
    process.kill(old.pid ?? 0, 'SIGTERM')
    await old.exit()
    await sleep(calmMs)
  }
  await load.stop()
  const lost = await countLost(client, load.saved)
  const { any, write } = load.longestGapMs
  console.log(`Failed requests: ${load.failures.length} of ${load.requests}`)
  for (const failure of load.failures.slice(0, 10)) console.log(`  ${failure}`)
  console.log(`Longest gap: ${Math.round(any)} ms, between writes ${Math.round(write)} ms`)
  console.log(`Slowest request: ${Math.round(load.slowestMs)} ms`)
  console.log(`Lost writes: ${lost} of the last ones of ${load.saved.size} users`)
  process.exitCode = load.failures.length === 0 && lost === 0 ? 0 : 1
} finally {
  await proxy?.close()
  await killAll()
  await client.end()
  await server.remove()
  for (const folder of [dataDir, release]) rmSync(folder, { recursive: true, force: true })
}
