/**
 * The API beside a bare server on the same PostgreSQL, in one run: throughput, p50 and p99 of each call as a ratio, how it
 * grows with the number of people, start and memory. It reports; it never fails.
 *
 *     node tools/bench/api.ts [--people 20000,2000000] [--seconds 4]
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../apps/api/src/db/client.ts'
import { xsrfTokenOf } from '../../apps/api/src/http/secrets.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { fill } from '../seed/fill.ts'
import { termsVersions } from '../seed/terms-versions.ts'
import { type LoadResult, load, type Target } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000,2000000' },
    seconds: { type: 'string', default: '4' },
    report: { type: 'string' },
  },
})
const sizes = options.people.split(',').map(Number)
const durationMs = Number(options.seconds) * 1_000
const rounds = 3
const connections = 10
const ports = { api: 9_801, metrics: 9_802, bare: 9_803 }
const portal = 'http://localhost:9000'
const workspaceCount = 8
const memberCount = 12

interface Pair {
  call: string
  /** The least ratio that is aimed at. */
  aim: number
  api: Target
  bare: Target
}

interface Row {
  people: number
  call: string
  aim: number
  api: LoadResult
  bare: LoadResult
  ratio: number
  p99Ratio: number
}

/** Somebody with a few workspaces, one of them with members, and what asks for them on either side. */
async function makePairs(database: Database, api: string, bare: string): Promise<Pair[]> {
  const me = await makeUser(database)
  const shared = await makeWorkspace(database, me)
  for (let made = 1; made < workspaceCount; made++) await makeWorkspace(database, me)
  for (let made = 1; made < memberCount; made++) await addMember(database, shared, await makeUser(database))
  const workspace = shared.id
  const { token } = await makeSession(database, me)
  const hash = createHash('sha256').update(token).digest('hex')
  const headers = { cookie: `portal_session=${token}` }
  const write = {
    ...headers,
    origin: portal,
    'content-type': 'application/json',
    'x-xsrf-token': xsrfTokenOf(token),
  }
  let isFavourite = false
  const flipped = () => {
    isFavourite = !isFavourite
    return isFavourite
  }
  const json = { 'content-type': 'application/json' }
  return [
    {
      call: 'GET /whoami',
      aim: 0.75,
      api: { url: `${api}/whoami`, headers },
      bare: { url: `${bare}/person?hash=${hash}`, headers: {} },
    },
    {
      call: 'GET /workspaces',
      aim: 0.6,
      api: { url: `${api}/workspaces`, headers },
      bare: { url: `${bare}/workspaces?user=${me.id}`, headers: {} },
    },
    {
      call: 'GET /workspace/{id}/members',
      aim: 0.6,
      api: { url: `${api}/workspace/${workspace}/members`, headers },
      bare: { url: `${bare}/members?workspace=${workspace}`, headers: {} },
    },
    {
      call: 'PATCH /workspaces/{id}/favourite',
      aim: 0.5,
      api: {
        url: `${api}/workspaces/${workspace}/favourite`,
        method: 'PATCH',
        headers: write,
        body: () => JSON.stringify({ isFavourite: flipped() }),
      },
      bare: {
        url: `${bare}/mark`,
        method: 'PATCH',
        headers: json,
        body: () => JSON.stringify({ hash, user: me.id, workspace, isFavourite: flipped() }),
      },
    },
  ]
}

const middle = (results: LoadResult[]): LoadResult => {
  const sorted = [...results].sort((one, other) => one.requestsPerSecond - other.requestsPerSecond)
  const result = sorted[Math.floor(sorted.length / 2)]
  if (!result) throw new Error('There was no round.')
  return { ...result, failures: results.reduce((sum, { failures }) => sum + failures, 0) }
}

/** Turn and turn about, so that what else the machine does falls on both. */
async function measure(people: number, { call, aim, api, bare }: Pair): Promise<Row> {
  const ofApi: LoadResult[] = []
  const ofBare: LoadResult[] = []
  for (const side of [api, bare]) await load(side, connections, durationMs / 2)
  for (let round = 0; round < rounds; round++) {
    ofBare.push(await load(bare, connections, durationMs))
    ofApi.push(await load(api, connections, durationMs))
  }
  const [apiResult, bareResult] = [middle(ofApi), middle(ofBare)]
  return {
    people,
    call,
    aim,
    api: apiResult,
    bare: bareResult,
    ratio: apiResult.requestsPerSecond / bareResult.requestsPerSecond,
    p99Ratio: apiResult.p99Ms / bareResult.p99Ms,
  }
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits))

const shown = ({ people, call, aim, api, bare, ratio, p99Ratio }: Row) => ({
  people,
  call,
  'API /s': round(api.requestsPerSecond, 0),
  'bare /s': round(bare.requestsPerSecond, 0),
  ratio: round(ratio),
  aim,
  'p50 ms': round(api.p50Ms),
  'p99 ms': round(api.p99Ms),
  'p99 to bare': round(p99Ratio),
  failures: api.failures + bare.failures,
})

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const here = import.meta.dirname
const running: ServerProcess[] = []
const rows: Row[] = []
try {
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const bare = await startServer(join(here, 'bare-server.ts'), ports.bare, '/ready', {
    DATABASE_URL: databaseUrl,
    PORT: String(ports.bare),
  })
  running.push(bare)
  const api = await startServer(resolve(here, '../../apps/api/src/server.ts'), ports.api, '/health/ready', {
    API_HOST: '127.0.0.1',
    API_PORT: String(ports.api),
    METRICS_PORT: String(ports.metrics),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '9999',
  })
  running.push(api)
  for (const people of sizes) {
    await fill(database, { users: people, workspaces: people, ...termsVersions({}) }, console.log)
    for (const pair of await makePairs(database, api.origin, bare.origin))
      rows.push(await measure(people, pair))
  }
  const [few, many] = [sizes.at(0), sizes.at(-1)]
  console.table(rows.map(shown))
  const growth = rows
    .filter(({ people }) => people === few)
    .map(({ call, api: before }) => {
      const after = rows.find((row) => row.people === many && row.call === call)?.api
      return { call, 'time per call, grown by': round((after?.p50Ms ?? 0) / before.p50Ms), aim: 1.15 }
    })
  console.table(growth)
  const cost = [
    { what: 'start to ready, ms', api: api.startMs, bare: bare.startMs, aim: 4 },
    { what: 'resident memory, MB', api: api.residentMb(), bare: bare.residentMb(), aim: 2 },
  ].map((row) => ({ ...row, api: round(row.api), bare: round(row.bare), ratio: round(row.api / row.bare) }))
  console.table(cost)
  if (options.report)
    writeFileSync(options.report, `${JSON.stringify({ connections, rows, growth, cost }, null, 2)}\n`)
  await database.close()
} finally {
  for (const server of running) await server.stop()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
