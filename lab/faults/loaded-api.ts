/** An API under steady reads and writes, whose acknowledged writes are looked up in the database afterward. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makePerson, type Person } from '../callers.ts'
import { type ServerProcess, startApi } from '../processes.ts'
import { SteadyLoad } from '../rolling-restarts/steady-load.ts'
import type { PostgresServer } from './database-servers.ts'
import type { Seen } from './fault.ts'
import { askAs } from './world.ts'

export type Pooler = 'transaction' | ''

const people = 4
export const calmMs = 5_000
const jobLimitMs = 10_000

/** The environment of an API whose outside services are all unreachable. */
export const environmentOf = (url: string, pooler: Pooler = '') => ({
  DATABASE_URL: url,
  DATABASE_POOLER: pooler,
  STRIPE_SECRET_KEY: '',
  ACCOUNT_LIMITS: 'workspacesOwned=1000000',
})

export interface LoadedApi {
  api: ServerProcess
  person: Person | undefined
  load: SteadyLoad
}

const loads = new Set<SteadyLoad>()

export async function stopLoads(): Promise<void> {
  await Promise.all([...loads].map((load) => load.stop()))
  loads.clear()
}

/** Starts an API under steady reads and writes. `server` is the server behind `url`, for direct access. */
export async function startLoaded(
  url: string,
  server: PostgresServer,
  pooler: Pooler = '',
): Promise<LoadedApi> {
  const api = await startApi(environmentOf(url, pooler))
  const database = await openDatabase({ databaseUrl: server.url, statementLimitMs: 0 })
  const callers = await Promise.all(Array.from({ length: people }, () => makePerson(database)))
  await database.close()
  const load = new SteadyLoad(api, callers)
  loads.add(load)
  await sleep(calmMs)
  return { api, person: callers[0], load }
}

/** Stops the load and looks for the workspaces of acknowledged writes on the server. */
export async function checkWrites(
  { load }: LoadedApi,
  server: PostgresServer,
  longestMs: number,
): Promise<Seen> {
  await load.stop()
  const { made, failures, requests, longestGapMs } = load
  const lost = load.missingIn(await server.query<{ id: string }>('select id from workspaces')).length
  const kinds = [...new Set(failures)]
  return {
    text: `${made.length} writes acknowledged, ${lost} lost; longest gap ${(longestGapMs / 1_000).toFixed(1)} s; ${failures.length} of ${requests} requests failed${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`,
    isAsExpected:
      made.length > 0 &&
      lost === 0 &&
      longestGapMs <= longestMs &&
      kinds.every((kind) => kind.startsWith('answered 503')),
  }
}

/** Queues a job whose workers poll every two seconds directly on the server, and waits until one has taken it. */
export async function timeUntilJobRuns(server: PostgresServer): Promise<Seen> {
  const began = performance.now()
  const [job] = await server.query<{ id: string }>(
    `insert into pgboss.job (name, data) values ('billing.integrate', '{"userId": "nobody"}') returning id`,
  )
  const taken = `select 1 from pgboss.job where id = '${job?.id}' and state > 'created'`
  for (;;) {
    const ms = performance.now() - began
    if ((await server.query(taken)).length > 0)
      return { text: `jobs run after ${(ms / 1_000).toFixed(1)} s`, isAsExpected: ms <= jobLimitMs }
    if (ms > jobLimitMs * 6) return { text: 'jobs never ran', isAsExpected: false }
    await sleep(50)
  }
}

export const ask = ({ api, person }: LoadedApi, method: string, path: string, body?: object) =>
  askAs(person?.session ?? '', { url: api.url, method, path, body })
