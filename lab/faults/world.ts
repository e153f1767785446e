import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeWorkspace, type WorkspaceRow } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess, killAll } from '../long-runs/api-process.ts'
import { makePerson, type Person } from '../long-runs/make-person.ts'
import { FailingNetwork } from './failing-network.ts'
import { type StandInProcesses, startStandIns } from './stand-in-processes.ts'

export interface Answer {
  /** 0 if the connection failed. */
  status: number
  ms: number
  location: string
  errorType: string | undefined
}

/** The API on PostgreSQL with services that can be made to fail, and a signed-in owner of a workspace. */
export interface World {
  api: ApiProcess
  network: FailingNetwork
  standIns: StandInProcesses
  /** A direct connection that bypasses the failing network. */
  database: Database
  databaseUrl: string
  /** The environment variables of every API process. */
  environment: Record<string, string>
  dataDir: string
  owner: Person
  workspace: WorkspaceRow
  /** Sends a request as the owner to an API process. */
  ask(method: string, path: string, body?: object, api?: { url: string }): Promise<Answer>
  end(): Promise<void>
}

const portOffset = 500
const portalUrl = 'http://localhost:9000'
const answerWithinMs = 30_000

/** Sends one request as a signed-in user. Returns status 0 for a failed connection. */
export async function askAs(
  session: string,
  { url, method, path, body }: { url: string; method: string; path: string; body?: object | undefined },
): Promise<Answer> {
  const began = performance.now()
  const msSince = () => Math.round(performance.now() - began)
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
      headers: {
        cookie: `portal_session=${session}`,
        origin: portalUrl,
        'x-xsrf-token': xsrfTokenOf(session),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const error =
      response.status >= 400 ? (JSON.parse(text) as { error?: { type?: string } }).error : undefined
    const location = response.headers.get('location') ?? ''
    return { status: response.status, ms: msSince(), location, errorType: error?.type }
  } catch {
    return { status: 0, ms: msSince(), location: '', errorType: undefined }
  }
}

/** Starts everything. The caller must call `end`. */
export async function startWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  const postgres = await startTestPostgres()
  const databaseUrl = `${postgres.url}portal`
  const admin = new pg.Client({ connectionString: `${postgres.url}postgres` })
  await admin.connect()
  await admin.query('create database portal')
  await admin.end()
  const network = new FailingNetwork(databaseUrl)
  await network.open()
  const standIns = await startStandIns(join(dataDir, 'services'), portOffset)
  const environment = { DATABASE_URL: network.url, DATA_DIR: dataDir, ...standIns.environment }
  const api = await ApiProcess.start(environment)
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  const owner = await makePerson(database)
  const workspace = await makeWorkspace(database, owner.user)
  return {
    api,
    network,
    standIns,
    database,
    databaseUrl,
    environment,
    dataDir,
    owner,
    workspace,
    ask: (method, path, body, at = api) => askAs(owner.session, { url: at.url, method, path, body }),
    async end() {
      await killAll()
      await database.close()
      await standIns.stop()
      await network.goAway()
      await postgres.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
