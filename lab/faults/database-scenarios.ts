/**
 * `npm run faults -- databases` runs the API on databases as companies run them: behind a pooler, with a standby, with
 * failovers and without free connections.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { killAll, spawnApi, startApi } from '../processes.ts'
import { PgBouncer, PostgresServer, removeServers } from './database-servers.ts'
import { allSeen, type Experiment, newWorkspace, type Seen } from './fault.ts'
import {
  ask,
  calmMs,
  checkWrites,
  environmentOf,
  type LoadedApi,
  type Pooler,
  startLoaded,
  stopLoads,
  timeUntilJobRuns,
} from './loaded-api.ts'

/** How long a cluster manager takes to notice that the primary is gone. */
const detectionMs = 5_000
const gapLimitMs = detectionMs + 5_000
const firstStarts = 6
const requestsAtOnce = 30

async function runUnderLoad(server: PostgresServer, url = server.url, pooler: Pooler = ''): Promise<Seen> {
  const loaded = await startLoaded(url, server, pooler)
  const jobs = await timeUntilJobRuns(server)
  const writes = await checkWrites(loaded, server, calmMs)
  return allSeen({ ...writes, isAsExpected: writes.isAsExpected && loaded.load.failures.length === 0 }, jobs)
}

async function runThroughPooler(mode: 'session' | 'transaction'): Promise<Seen> {
  const server = await PostgresServer.start()
  return runUnderLoad(server, (await PgBouncer.start(server, mode)).url, 'transaction')
}

/** @param sentence part of the message with which the API refuses to start */
async function startMisconfigured(
  mode: 'statement' | 'transaction',
  variable: Pooler,
  sentence: string,
): Promise<Seen> {
  const server = await PostgresServer.start()
  // The first start needs transactions for its migrations.
  await (await startApi(environmentOf(server.url))).kill()
  const api = await spawnApi(environmentOf((await PgBouncer.start(server, mode)).url, variable))
  const code = await api.exit()
  return {
    text: `exit code ${code}: ${api.said.trim().split('\n')[0]}`,
    isAsExpected: code === 1 && api.said.includes(sentence),
  }
}

async function startTogether(): Promise<Seen> {
  const server = await PostgresServer.start()
  const pooler = await PgBouncer.start(server, 'transaction')
  const began = performance.now()
  const starts = Array.from({ length: firstStarts }, () => startApi(environmentOf(pooler.url, 'transaction')))
  const started = await Promise.allSettled(starts)
  const reasons = started.flatMap((each) => (each.status === 'rejected' ? [`: ${each.reason}`] : []))
  const seconds = Math.round((performance.now() - began) / 1_000)
  return {
    text: `${firstStarts - reasons.length} of ${firstStarts} ready after ${seconds} s${reasons.join('')}`,
    isAsExpected: reasons.length === 0,
  }
}

/** A primary with a synchronous standby, and an API that knows both. */
async function startCluster() {
  const primary = await PostgresServer.start()
  const standby = await PostgresServer.startStandby(primary)
  primary.set("synchronous_standby_names = 'standby'")
  await primary.query('select pg_reload_conf()')
  const url = `postgres://portal@${primary.host},${standby.host}/portal?target_session_attrs=read-write`
  return { primary, standby, loaded: await startLoaded(url, primary) }
}

/** Promotes the standby and checks that it has every acknowledged write. */
async function promote(standby: PostgresServer, loaded: LoadedApi, longestMs: number): Promise<Seen> {
  await standby.query('select pg_promote(wait => true)', 'postgres')
  const jobs = await timeUntilJobRuns(standby)
  await sleep(calmMs)
  return allSeen(await checkWrites(loaded, standby, longestMs), jobs)
}

async function failOver(fail: (primary: PostgresServer) => unknown): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster()
  await fail(primary)
  await sleep(detectionMs)
  return promote(standby, loaded, gapLimitMs)
}

/** Reads and writes while writes are impossible for some seconds. */
async function stopWrites(
  loaded: LoadedApi,
  server: PostgresServer,
  stop: () => unknown,
  resume: () => unknown,
): Promise<Seen> {
  await stop()
  await sleep(1_000)
  const [read, write] = await Promise.all([
    ask(loaded, 'GET', '/whoami'),
    ask(loaded, 'POST', '/workspaces/new', newWorkspace),
  ])
  await sleep(calmMs)
  await resume()
  const jobs = await timeUntilJobRuns(server)
  await sleep(1_000)
  const observed = {
    text: `read ${read.status}, write ${write.status} after ${write.ms} ms`,
    isAsExpected: read.status === 200 && write.status === 503 && write.ms < 2_500,
  }
  return allSeen(observed, await checkWrites(loaded, server, calmMs + 4_000), jobs)
}

async function runReadOnly(): Promise<Seen> {
  const server = await PostgresServer.start()
  const loaded = await startLoaded(server.url, server)
  const set = (value: string) => {
    server.set(`default_transaction_read_only = ${value}`)
    return server.query('select pg_reload_conf()')
  }
  return stopWrites(
    loaded,
    server,
    () => set('on'),
    () => set('off'),
  )
}

async function stallStandby(): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster()
  return stopWrites(
    loaded,
    primary,
    () => standby.freeze(),
    () => standby.thaw(),
  )
}

async function stallStandbyAndLosePrimary(): Promise<Seen> {
  const { primary, standby, loaded } = await startCluster()
  standby.freeze()
  await sleep(calmMs)
  await primary.kill()
  standby.thaw()
  return promote(standby, loaded, calmMs * 2 + gapLimitMs)
}

async function exhaustConnections(): Promise<Seen> {
  const server = await PostgresServer.start()
  const loaded = await startLoaded(server.url, server)
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
  const answered = answers.filter(({ status }) => status === 200).length
  return {
    text: `${answered} of ${requestsAtOnce} answered, the slowest after ${Math.max(...answers.map(({ ms }) => ms))} ms`,
    isAsExpected: answered === requestsAtOnce,
  }
}

const noLoss = '0 writes lost, no failures except 503'
const noFailure = `all answered, ${noLoss}, jobs run within 10 s`
const shortGap = `${noLoss}; a gap of at most 10 s; jobs run within 10 s of the promotion`
const refusedWrites = `reads 200, writes 503 within 2.5 s; ${noLoss}; jobs run within 10 s after`

const scenarios: Experiment[] = [
  {
    name: 'Direct connection',
    expected: noFailure,
    run: async () => runUnderLoad(await PostgresServer.start()),
  },
  {
    name: 'PgBouncer in transaction mode',
    expected: noFailure,
    run: () => runThroughPooler('transaction'),
  },
  {
    name: 'PgBouncer in session mode',
    expected: noFailure,
    run: () => runThroughPooler('session'),
  },
  {
    name: 'PgBouncer in statement mode',
    expected: 'the API does not start and says what to set',
    run: () => startMisconfigured('statement', 'transaction', 'pool_mode = transaction'),
  },
  {
    name: 'PgBouncer that DATABASE_POOLER does not mention',
    expected: 'the API does not start and says what to set',
    run: () => startMisconfigured('transaction', '', 'Set DATABASE_POOLER=transaction'),
  },
  {
    name: `${firstStarts} simultaneous first starts through PgBouncer`,
    expected: 'all become ready',
    run: startTogether,
  },
  {
    name: 'Primary killed, synchronous standby promoted after 5 s',
    expected: shortGap,
    run: () => failOver((primary) => primary.kill()),
  },
  {
    name: 'Primary frozen, synchronous standby promoted after 5 s',
    expected: shortGap,
    run: () => failOver((primary) => primary.freeze()),
  },
  {
    name: 'No writes for 6 s (default_transaction_read_only)',
    expected: refusedWrites,
    run: runReadOnly,
  },
  {
    name: `Two connections left on the server, ${requestsAtOnce} simultaneous requests`,
    expected: 'all wait and are answered',
    run: exhaustConnections,
  },
  {
    name: 'Synchronous standby frozen for 6 s',
    expected: refusedWrites,
    run: stallStandby,
  },
  {
    name: 'Synchronous standby frozen, then the primary killed and the standby promoted',
    expected: `${noLoss}: no write is acknowledged that the standby did not confirm`,
    run: stallStandbyAndLosePrimary,
  },
]

/** The scenarios, each of which removes its processes and servers. */
export const databaseScenarios = scenarios.map((scenario) => ({
  ...scenario,
  async run() {
    try {
      return await scenario.run()
    } finally {
      // A load would otherwise continue after a failed experiment.
      await stopLoads()
      await killAll()
      await removeServers()
    }
  },
}))
