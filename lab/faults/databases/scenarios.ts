/** Databases as companies run them: behind a pooler, with a standby, with failovers and without free connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ApiProcess } from '../../long-runs/api-process.ts'
import { allSeen, type Seen } from '../fault.ts'
import { askAs } from '../world.ts'
import { environmentOf, LoadedApi, stopLoads, timeUntilJobRuns } from './loaded-api.ts'
import { isPatroniInstalled, PatroniCluster } from './patroni.ts'
import { PgBouncer } from './pgbouncer.ts'
import { PostgresServer } from './postgres-server.ts'
import type { Programs } from './programs.ts'

export interface Scenario {
  name: string
  expected: string
  run(programs: Programs): Promise<Seen>
}

const calmMs = 5_000
/** How long a cluster manager takes to notice that the primary is gone. */
const detectionMs = 5_000
const jobLimitMs = 10_000
const gapLimitMs = detectionMs + 5_000
const firstStarts = 6
const requestsAtOnce = 30
const noLoss = '0 writes lost, no failures except 503'

const newWorkspace = { displayName: 'Made in a fault', instanceUrl: 'http://localhost:8080' }

async function runUnderLoad(
  databaseUrl: string,
  server: PostgresServer,
  pooler: 'transaction' | '' = '',
): Promise<Seen> {
  const loaded = await LoadedApi.start(databaseUrl, server, pooler)
  await sleep(calmMs)
  const jobs = await timeUntilJobRuns(server, jobLimitMs)
  const writes = await loaded.checkWrites(server, calmMs)
  return allSeen({ ...writes, isAsExpected: writes.isAsExpected && loaded.load.failures.length === 0 }, jobs)
}

async function runThroughPooler(programs: Programs, mode: 'session' | 'transaction'): Promise<Seen> {
  const server = await PostgresServer.start(programs)
  const pooler = await PgBouncer.start(programs, server, mode)
  try {
    return await runUnderLoad(pooler.url, server, 'transaction')
  } finally {
    await pooler.stop()
  }
}

/** @param sentence part of the message with which the API refuses to start */
async function startMisconfigured(
  programs: Programs,
  mode: 'statement' | 'transaction',
  variable: 'transaction' | '',
  sentence: string,
): Promise<Seen> {
  const server = await PostgresServer.start(programs)
  // The first start needs transactions for its migrations.
  await (await ApiProcess.start(environmentOf(server.url))).kill()
  const pooler = await PgBouncer.start(programs, server, mode)
  try {
    const api = await ApiProcess.spawn(environmentOf(pooler.url, variable))
    const code = await api.exit()
    const isAsExpected = code === 1 && api.said.includes(sentence)
    return { text: `exit code ${code}: ${api.said.trim().split('\n')[0]}`, isAsExpected }
  } finally {
    await pooler.stop()
  }
}

async function startTogether(programs: Programs, rounds: number): Promise<Seen> {
  const times: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await PostgresServer.start(programs)
    const pooler = await PgBouncer.start(programs, server, 'transaction')
    const began = performance.now()
    const starts = Array.from({ length: firstStarts }, () =>
      ApiProcess.start(environmentOf(pooler.url, 'transaction')),
    )
    const started = await Promise.allSettled(starts)
    const reasons = started.flatMap((each) => (each.status === 'rejected' ? [`: ${each.reason}`] : []))
    const seconds = Math.round((performance.now() - began) / 1_000)
    times.push(
      `${firstStarts - reasons.length} of ${firstStarts} ready after ${seconds} s${reasons.join('')}`,
    )
    for (const each of started) if (each.status === 'fulfilled') await each.value.kill()
    await pooler.stop()
    await server.remove()
  }
  const isAsExpected = times.every((text) => text.startsWith(`${firstStarts} of`))
  return { text: times.join('; '), isAsExpected }
}

/** A primary with a synchronous standby, and an API that knows both. */
async function startCluster(programs: Programs) {
  const primary = await PostgresServer.start(programs)
  const standby = await PostgresServer.startStandby(programs, primary)
  primary.set("synchronous_standby_names = 'standby'")
  await primary.query('select pg_reload_conf()')
  const url = `postgres://portal@${primary.host},${standby.host}/portal?target_session_attrs=read-write`
  const loaded = await LoadedApi.start(url, primary)
  await sleep(calmMs)
  return { primary, standby, loaded }
}

async function failOver(programs: Programs, fail: (primary: PostgresServer) => unknown): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster(programs)
  await fail(primary)
  await sleep(detectionMs)
  await standby.promote()
  const jobs = await timeUntilJobRuns(standby, jobLimitMs)
  await sleep(calmMs)
  return allSeen(await loaded.checkWrites(standby, gapLimitMs), jobs)
}

async function runReadOnly(programs: Programs): Promise<Seen> {
  const server = await PostgresServer.start(programs)
  const loaded = await LoadedApi.start(server.url, server)
  await sleep(calmMs)
  const setReadOnly = async (value: string) => {
    server.set(`default_transaction_read_only = ${value}`)
    await server.query('select pg_reload_conf()')
  }
  await setReadOnly('on')
  await sleep(1_000)
  const [read, write] = await Promise.all([
    ask(loaded, 'GET', '/whoami'),
    ask(loaded, 'POST', '/workspaces/new', newWorkspace),
  ])
  await sleep(calmMs)
  await setReadOnly('off')
  const jobs = await timeUntilJobRuns(server, jobLimitMs)
  await sleep(1_000)
  const observed = {
    text: `read ${read.status}, write ${write.status}`,
    isAsExpected: read.status === 200 && write.status === 503,
  }
  return allSeen(observed, await loaded.checkWrites(server, calmMs + 4_000), jobs)
}

const ask = (loaded: LoadedApi, method: string, path: string, body?: object) =>
  askAs(loaded.people[0]?.session ?? '', { url: loaded.api.url, method, path, body })

async function exhaustConnections(programs: Programs): Promise<Seen> {
  const server = await PostgresServer.start(programs)
  const loaded = await LoadedApi.start(server.url, server)
  await loaded.load.stop()
  const others: pg.Client[] = []
  for (;;) {
    const other = new pg.Client({ connectionString: server.url })
    other.on('error', () => {})
    const isFull = await other.connect().then(
      () => false,
      () => true,
    )
    if (isFull) break
    others.push(other)
  }
  // Leaves fewer connections than one process needs.
  for (const other of others.splice(0, 2)) await other.end()
  const answers = await Promise.all(
    Array.from({ length: requestsAtOnce }, (_, at) =>
      at % 2 ? ask(loaded, 'GET', '/whoami') : ask(loaded, 'POST', '/workspaces/new', newWorkspace),
    ),
  )
  for (const other of others) await other.end()
  const failed = answers.filter(({ status }) => status !== 200)
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  return {
    text: `${answers.length - failed.length} of ${answers.length} answered, the slowest after ${slowest} ms`,
    isAsExpected: failed.length === 0,
  }
}

async function stallStandby(programs: Programs): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster(programs)
  standby.freeze()
  await sleep(500)
  const [read, write] = await Promise.all([
    ask(loaded, 'GET', '/whoami'),
    ask(loaded, 'POST', '/workspaces/new', newWorkspace),
  ])
  await sleep(calmMs)
  standby.thaw()
  const jobs = await timeUntilJobRuns(primary, jobLimitMs)
  await sleep(1_000)
  const observed = {
    text: `read ${read.status}, write ${write.status} after ${write.ms} ms`,
    isAsExpected: read.status === 200 && write.status === 503 && write.ms < 2_500,
  }
  return allSeen(observed, await loaded.checkWrites(primary, calmMs + 4_000), jobs)
}

async function stallStandbyAndLosePrimary(programs: Programs): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster(programs)
  standby.freeze()
  await sleep(calmMs)
  await primary.kill()
  standby.thaw()
  await standby.promote()
  const jobs = await timeUntilJobRuns(standby, jobLimitMs)
  await sleep(calmMs)
  return allSeen(await loaded.checkWrites(standby, calmMs * 2 + gapLimitMs), jobs)
}

async function switchOver(programs: Programs): Promise<Seen> {
  if (!isPatroniInstalled())
    return { text: 'not tried: install the packages patroni and etcd-server', isAsExpected: true }
  const cluster = await PatroniCluster.start(programs)
  try {
    const [primary] = cluster.nodes
    if (!primary) throw new Error('The cluster is empty.')
    const loaded = await LoadedApi.start(cluster.url, primary)
    await sleep(calmMs)
    const promoted = await cluster.switchOver()
    const jobs = await timeUntilJobRuns(promoted, jobLimitMs)
    await sleep(calmMs)
    return allSeen(await loaded.checkWrites(promoted, gapLimitMs), jobs)
  } finally {
    await stopLoads()
    await cluster.remove()
  }
}

export const scenarios = (rounds: number): Scenario[] => [
  {
    name: 'Direct connection',
    expected: `all answered, ${noLoss}, jobs run within 10 s`,
    run: async (programs) => {
      const server = await PostgresServer.start(programs)
      return runUnderLoad(server.url, server)
    },
  },
  {
    name: 'PgBouncer in transaction mode',
    expected: `all answered, ${noLoss}, jobs run within 10 s`,
    run: (programs) => runThroughPooler(programs, 'transaction'),
  },
  {
    name: 'PgBouncer in session mode',
    expected: `all answered, ${noLoss}, jobs run within 10 s`,
    run: (programs) => runThroughPooler(programs, 'session'),
  },
  {
    name: 'PgBouncer in statement mode',
    expected: 'the API does not start and says what to set',
    run: (programs) => startMisconfigured(programs, 'statement', 'transaction', 'pool_mode = transaction'),
  },
  {
    name: 'PgBouncer that DATABASE_POOLER does not mention',
    expected: 'the API does not start and says what to set',
    run: (programs) => startMisconfigured(programs, 'transaction', '', 'Set DATABASE_POOLER=transaction'),
  },
  {
    name: `${firstStarts} simultaneous first starts through PgBouncer`,
    expected: 'all become ready',
    run: (programs) => startTogether(programs, rounds),
  },
  {
    name: 'Primary killed, synchronous standby promoted after 5 s',
    expected: `${noLoss}; a gap of at most 10 s; jobs run within 10 s of the promotion`,
    run: (programs) => failOver(programs, (primary) => primary.kill()),
  },
  {
    name: 'Primary frozen, synchronous standby promoted after 5 s',
    expected: `${noLoss}; a gap of at most 10 s; jobs run within 10 s of the promotion`,
    run: (programs) => failOver(programs, (primary) => primary.freeze()),
  },
  {
    name: 'Switchover by Patroni with a synchronous standby',
    expected: `${noLoss}; a gap of at most 10 s; jobs run within 10 s of the promotion`,
    run: switchOver,
  },
  {
    name: 'No writes for 6 s (default_transaction_read_only)',
    expected: `reads 200, writes 503; ${noLoss}; jobs run within 10 s after`,
    run: runReadOnly,
  },
  {
    name: `Two connections left on the server, ${requestsAtOnce} simultaneous requests`,
    expected: 'all wait and are answered',
    run: exhaustConnections,
  },
  {
    name: 'Synchronous standby frozen for 5 s',
    expected: `reads 200, writes 503 within 2.5 s; ${noLoss}; jobs run within 10 s after`,
    run: stallStandby,
  },
  {
    name: 'Synchronous standby frozen, then the primary killed and the standby promoted',
    expected: `${noLoss}: no write is acknowledged that the standby did not confirm`,
    run: stallStandbyAndLosePrimary,
  },
]
