/**
 * Compares what a call with an API token costs: now, before service accounts, with a session, and on a bare server that reads
 * one user. All servers use one PostgreSQL, and their rounds alternate. All calls are of one account, so four run at a time. Takes
 * less than three minutes. Never fails.
 *
 *     npm run bench -- api-tokens [--people 5000] [--seconds 2] [--report FILE]
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { handoff } from '@portal/contract/handoff/handoff'
import { tokens } from '@portal/contract/tokens/tokens'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { fill } from '../../tools/seed/fill.ts'
import { termsVersions } from '../../tools/seed/terms-versions.ts'
import { beforeServiceAccounts, unpackRelease } from '../releases/unpack-release.ts'
import { apiEnvironment, portal } from './api-environment.ts'
import { load, type Target } from './load.ts'
import { connections, loadOn, type Measured, middle, middleRatio, round } from './measured.ts'
import { writeReport } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '2' },
    report: { type: 'string' },
  },
})
const people = Number(options.people)
const durationMs = Number(options.seconds) * 1_000
const rounds = 5
const ports = { now: 9_811, before: 9_813, bare: 9_815 }
const sides = ['bare', 'before', 'now'] as const
type Side = (typeof sides)[number]
type Servers = Record<Side, ServerProcess>
type Figures = Record<Side, Measured[]>

interface Credentials {
  session: string
  /** A token that was never rotated, and one with two working secrets. */
  token: string
  rotated: string
}

/** Creates tokens through the API. The release before service accounts accepts those that were never rotated. */
async function makeCredentials(database: Database, { origin }: ServerProcess): Promise<Credentials> {
  const user = await makeUser(database)
  const workspace = await makeWorkspace(database, user)
  const { token: session } = await makeSession(database, user)
  const send = async (path: string, body: object) => {
    const headers = {
      cookie: `__Host-portal_session=${session}`,
      origin: portal,
      'content-type': 'application/json',
      'x-xsrf-token': xsrfTokenOf(session),
    }
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { authToken: { id: string }; token: string }
  }
  const path = tokens.create.path.replace(':workspaceId', workspace.id)
  const plain = await send(path, { name: 'Never rotated', expiration: '1d' })
  const first = await send(path, { name: 'Rotated', expiration: '1d' })
  const second = await send(`${path}/${first.authToken.id}/rotate`, {})
  return { session, token: plain.token, rotated: second.token }
}

interface Call {
  name: string
  /** The request to either release. */
  of: (origin: string) => Target
  /** False for what the release before service accounts doesn't have. */
  isOld: boolean
}

function callsWith({ session, token, rotated }: Credentials): Call[] {
  const whoami = (name: string, headers: Record<string, string>, isOld = true): Call => ({
    name: `GET /whoami, ${name}`,
    of: (origin) => ({ url: `${origin}/whoami`, headers }),
    isOld,
  })
  const introspect = (name: string, secret: string, isOld: boolean): Call => ({
    name: `POST ${handoff.introspect.path}, ${name}`,
    of: (origin) => ({
      url: origin + handoff.introspect.path,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: () => JSON.stringify({ token: secret }),
    }),
    isOld,
  })
  return [
    whoami('session', { cookie: `__Host-portal_session=${session}` }),
    whoami('API token', { authorization: `Bearer ${token}` }),
    whoami('rotated API token', { authorization: `Bearer ${rotated}` }, false),
    introspect('API token', token, true),
    introspect('rotated API token', rotated, false),
  ]
}

async function measure({ of, isOld }: Call, servers: Servers, bare: Target): Promise<Figures> {
  const measured: Figures = { bare: [], before: [], now: [] }
  const used = sides.filter((side) => isOld || side !== 'before')
  const targetOf = (side: Side) => (side === 'bare' ? bare : of(servers[side].origin))
  for (const side of used) await load([targetOf(side)], connections, durationMs / 4)
  for (let turn = 0; turn < rounds; turn += 1)
    for (const side of used) measured[side].push(await loadOn(servers[side], [targetOf(side)], durationMs))
  return measured
}

const rate = 'requestsPerSecond'

/** `sessions` are the rounds of the same release with a session. */
function rowOf({ name, isOld }: Call, { bare, before, now }: Figures, sessions: Measured[]) {
  const { requestsPerSecond, p50Ms, p99Ms, processorUs, failures } = middle(now)
  return {
    call: name,
    'now /s': round(requestsPerSecond, 0),
    'to bare': round(middleRatio(now, bare, rate)),
    'to session': round(middleRatio(now, sessions, rate)),
    'to before': isOld ? round(middleRatio(now, before, rate)) : null,
    'CPU to before': isOld ? round(middleRatio(now, before, 'processorUs')) : null,
    'p50 ms': round(p50Ms),
    'p99 ms': round(p99Ms),
    'CPU µs': round(processorUs, 0),
    failures: failures + [...bare, ...before].reduce((sum, each) => sum + each.failures, 0),
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const release = unpackRelease(beforeServiceAccounts)
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const running: ServerProcess[] = []
try {
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const start = async (side: Side, file: string, ready: string, env: Record<string, string>) => {
    const server = await startServer(file, ports[side], ready, env, join(dataDir, `${side}.log`))
    running.push(server)
    return server
  }
  const startApi = (side: 'now' | 'before', folder: string) => {
    const environment = apiEnvironment({
      databaseUrl,
      dataDir,
      port: ports[side],
      metricsPort: ports[side] + 1,
    })
    return start(side, join(folder, 'apps/api/src/server.ts'), '/health/ready', environment)
  }
  const servers: Servers = {
    now: await startApi('now', resolve(import.meta.dirname, '../..')),
    before: await startApi('before', release),
    bare: await start('bare', join(import.meta.dirname, 'bare-server.ts'), '/ready', {
      DATABASE_URL: databaseUrl,
      PORT: String(ports.bare),
    }),
  }
  await fill(database, { users: people, workspaces: people, ...(await termsVersions({})) })
  const credentials = await makeCredentials(database, servers.now)
  const hash = createHash('sha256').update(credentials.session).digest('hex')
  const bare: Target = { url: `${servers.bare.origin}/person?hash=${hash}`, headers: {} }
  const rows: ReturnType<typeof rowOf>[] = []
  let sessions: Measured[] | undefined
  for (const call of callsWith(credentials)) {
    const figures = await measure(call, servers, bare)
    sessions ??= figures.now
    rows.push(rowOf(call, figures, sessions))
  }
  console.log(`Before: commit ${beforeServiceAccounts}. Ratios are medians of ${rounds} rounds.`)
  console.table(rows)
  writeReport(options.report, { connections, people, before: beforeServiceAccounts, rows })
  await database.close()
} finally {
  for (const server of running) await server.stop()
  await postgres.remove()
  for (const folder of [release, dataDir]) rmSync(folder, { recursive: true, force: true })
}
