/** An API process under steady reads and writes. Afterward, the acknowledged writes are looked up in the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../apps/api/src/db/open-database.ts'
import { ApiProcess } from '../../long-runs/api-process.ts'
import { makePerson, type Person } from '../../long-runs/make-person.ts'
import { SteadyLoad } from '../../rolling-restarts/steady-load.ts'
import type { Seen } from '../fault.ts'
import type { QueriedServer } from './postgres-server.ts'

const people = 4
const pollMs = 50
const jobLimitMs = 60_000

/** The environment of an API whose outside services are all unreachable. */
export const environmentOf = (
  databaseUrl: string,
  pooler: 'transaction' | '' = '',
): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOLER: pooler,
  SMTP_URL: 'smtp://127.0.0.1:9',
  STRIPE_SECRET_KEY: '',
  ACCOUNT_LIMITS: 'workspacesOwned=1000000',
})

export class LoadedApi {
  readonly api: ApiProcess
  readonly people: readonly Person[]
  readonly load: SteadyLoad

  private constructor(api: ApiProcess, callers: readonly Person[]) {
    this.api = api
    this.people = callers
    this.load = new SteadyLoad(api, callers)
    loads.add(this.load)
  }

  /** @param server the server behind `databaseUrl`, for direct access */
  static async start(
    databaseUrl: string,
    server: QueriedServer,
    pooler: 'transaction' | '' = '',
  ): Promise<LoadedApi> {
    const api = await ApiProcess.start(environmentOf(databaseUrl, pooler))
    const database = await openDatabase({ databaseUrl: server.url, statementLimitMs: 0 })
    const callers = await Promise.all(Array.from({ length: people }, () => makePerson(database)))
    await database.close()
    return new LoadedApi(api, callers)
  }

  /** Stops the load and looks for the workspaces of acknowledged writes on the server. */
  async checkWrites(server: QueriedServer, gapLimitMs: number): Promise<Seen> {
    await this.load.stop()
    const { made, failures, requests, longestGapMs } = this.load
    const rows = await server.query<{ id: string }>('select id from workspaces', 'portal')
    const stored = new Set(rows.map(({ id }) => id))
    const lost = made.filter((id) => !stored.has(id)).length
    const kinds = new Set(failures)
    const unexpected = [...kinds].filter((kind) => !kind.startsWith('answered 503'))
    return {
      text:
        `${made.length} writes acknowledged, ${lost} lost; longest gap ${(longestGapMs / 1_000).toFixed(1)} s; ` +
        `${failures.length} of ${requests} requests failed${kinds.size > 0 ? ` (${[...kinds].join(', ')})` : ''}`,
      isAsExpected: made.length > 0 && lost === 0 && longestGapMs <= gapLimitMs && unexpected.length === 0,
    }
  }
}

const loads = new Set<SteadyLoad>()

/** Stops every load, which would otherwise continue after a failed experiment. */
export async function stopLoads(): Promise<void> {
  await Promise.all([...loads].map((load) => load.stop()))
  loads.clear()
}

/** Queues a job whose workers poll every two seconds directly on the server, and waits until one has taken it. */
export async function timeUntilJobRuns(server: QueriedServer, limitMs: number): Promise<Seen> {
  const began = performance.now()
  const [job] = await server.query<{ id: string }>(
    `insert into pgboss.job (name, data) values ('billing.integrate', '{"userId": "nobody"}') returning id`,
    'portal',
  )
  const taken = `select 1 from pgboss.job where id = '${job?.id}' and state > 'created'`
  for (;;) {
    const ms = performance.now() - began
    if ((await server.query(taken, 'portal')).length > 0)
      return { text: `jobs run after ${(ms / 1_000).toFixed(1)} s`, isAsExpected: ms <= limitMs }
    if (ms > jobLimitMs) return { text: 'jobs never ran', isAsExpected: false }
    await sleep(pollMs)
  }
}
