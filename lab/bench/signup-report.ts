/**
 * Measures the signup report over 1,000,000 accounts on PostgreSQL (`--users N` sets another number): time to the first
 * row, total time, and memory of the API during a slow download. Never fails.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeSession, makeUser } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { fill } from '../../tools/seed/fill.ts'
import { termsVersions } from '../../tools/seed/terms-versions.ts'
import { ApiProcess } from '../long-runs/api-process.ts'
import { writeReport } from './report.ts'

const { values: options } = parseArgs({
  options: { users: { type: 'string', default: '1000000' }, report: { type: 'string' } },
})
const users = Number(options.users)
/** Covers the signup dates of all accounts. */
const days = 'startDate=2022-01-01&endDate=2027-12-31'
const twoYears = 'startDate=2023-01-01&endDate=2024-12-31'
const slowBytesPerSecond = 2_000_000
const slowForMs = 40_000
const sampleEveryMs = 250

interface Reading {
  firstRowMs: number
  totalMs: number
  megabytes: number
  rows: number
}

const round = (value: number) => Math.round(value * 10) / 10

/** Returns the RSS of the API in MB, as reported by Linux. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}

async function openReport(
  api: ApiProcess,
  path: string,
  session: string,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(api.url + path, { headers: { cookie: `portal_session=${session}` } })
  if (response.status !== 200 || !response.body) throw new Error(`${path} answered ${response.status}`)
  return response.body
}

/** Reads the whole response at full speed. A row ends with `mark`. */
async function read(api: ApiProcess, path: string, session: string, mark: string): Promise<Reading> {
  const startedAt = performance.now()
  const code = mark.charCodeAt(0)
  let firstRowMs = 0
  let [bytes, rows] = [0, 0]
  for await (const chunk of await openReport(api, path, session)) {
    firstRowMs ||= performance.now() - startedAt
    bytes += chunk.length
    for (const byte of chunk) if (byte === code) rows += 1
  }
  const totalMs = performance.now() - startedAt
  return { firstRowMs: round(firstRowMs), totalMs: round(totalMs), megabytes: round(bytes / 1e6), rows }
}

/** Reads slowly for a while, then disconnects. Returns the API's memory meanwhile. */
async function readSlowly(api: ApiProcess, path: string, session: string): Promise<number[]> {
  const samples: number[] = []
  const startedAt = performance.now()
  let [bytes, sampledAt] = [0, 0]
  for await (const chunk of await openReport(api, path, session)) {
    bytes += chunk.length
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs > slowForMs) break
    if (elapsedMs - sampledAt > sampleEveryMs) {
      samples.push(residentMegabytes(api.pid ?? 0))
      sampledAt = elapsedMs
    }
    await sleep(Math.max(0, (bytes / slowBytesPerSecond) * 1_000 - elapsedMs))
  }
  return samples
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
let api: ApiProcess | undefined
try {
  await fill(database, { users, workspaces: 0, ...(await termsVersions({})) }, (line) => console.log(line))
  const staff = await makeUser(database, { email: 'bench@systeminit.com' })
  const { token } = await makeSession(database, staff)
  api = await ApiProcess.start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  const memory = () => residentMegabytes(api?.pid ?? 0)
  console.log(`Memory of the API at rest: ${memory()} MB.`)
  console.log('CSV, slowly:')
  const before = memory()
  const samples = await readSlowly(api, `/users/report.csv?${days}`, token)
  console.log(
    `  before ${before} MB; meanwhile, every 5 s: ${samples.filter((_, at) => at % (5_000 / sampleEveryMs) === 0).join(', ')} MB; at most ${Math.max(...samples)} MB; after ${memory()} MB`,
  )
  const readings = {
    CSV: await read(api, `/users/report.csv?${days}`, token, '\n'),
    JSON: await read(api, `/users/report?${days}`, token, '{'),
    'summary of two years': await read(api, `/users/report/summary?${twoYears}`, token, '{'),
  }
  console.table(readings)
  console.log(`Memory of the API after all: ${memory()} MB.`)
  writeReport(options.report, {
    users,
    readings,
    memoryMb: { before, whileReadSlowly: samples, after: memory() },
  })
} finally {
  await api?.kill()
  await database.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
