/** Faults of PostgreSQL. The API answers 503 within two seconds and recovers when PostgreSQL does. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { allSeen, newWorkspace, type Seen } from './fault.ts'
import type { Answer, Fault, World } from './world.ts'

/** Two seconds plus a margin for a busy machine. */
const soonMs = 2_500
const backWithinMs = 5_000
const pollMs = 50

const describe = ({ status, ms }: Answer) => `${status} after ${ms} ms`

async function recovery(world: World): Promise<Seen> {
  const began = performance.now()
  for (;;) {
    const [read, write] = [
      await world.ask('GET', '/whoami'),
      await world.ask('POST', '/workspaces/new', newWorkspace),
    ]
    const ms = Math.round(performance.now() - began)
    if (read.status === 200 && write.status === 200)
      return { text: `works again after ${ms} ms`, isAsExpected: ms <= backWithinMs }
    if (ms > backWithinMs * 4)
      return { text: `still ${read.status} and ${write.status}`, isAsExpected: false }
    await sleep(pollMs)
  }
}

async function unavailable(world: World): Promise<Seen> {
  const [read, write, ready, live, signIn] = await Promise.all([
    world.ask('GET', '/whoami'),
    world.ask('POST', '/workspaces/new', newWorkspace),
    world.ask('GET', '/health/ready'),
    world.ask('GET', '/health/live'),
    world.ask('GET', '/auth/login'),
  ])
  const isAsExpected =
    [read, write, ready].every(({ status, ms }) => status === 503 && ms <= soonMs) &&
    live.status === 200 &&
    signIn.location.endsWith('/sign-in-problem?reason=unavailable')
  return {
    text: `read ${describe(read)}, write ${describe(write)}, ready ${ready.status}, live ${live.status}, sign-in to ${signIn.location.split('/').at(-1)}`,
    isAsExpected,
  }
}

/** Observes the API during the fault and after it. */
async function duringAndAfter(
  world: World,
  begin: () => unknown,
  end: () => unknown = () => world.network.open(),
): Promise<Seen> {
  await begin()
  // The API reuses the last answer about its readiness for 250 ms.
  await sleep(300)
  const observed = await unavailable(world)
  await end()
  return allSeen(observed, await recovery(world))
}

async function withClient<T>(world: World, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const endApiConnections = (client: pg.Client) =>
  client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal-api%'",
  )

const notAvailable = '503 within 2 s, alive; works again within 5 s'

export const databaseFaults: Fault[] = [
  {
    name: 'PostgreSQL refuses connections',
    expected: notAvailable,
    run: (world) => duringAndAfter(world, () => world.network.goAway()),
  },
  {
    name: 'PostgreSQL falls silent',
    expected: notAvailable,
    run: (world) =>
      duringAndAfter(
        world,
        () => world.network.fallSilent(),
        () => world.network.reconnect(),
      ),
  },
  {
    name: 'PostgreSQL answers after 5 s',
    expected: notAvailable,
    run: (world) => duringAndAfter(world, () => world.network.slowDown(5_000)),
  },
  {
    name: '200 concurrent requests while PostgreSQL is unresponsive',
    expected: 'all 503, none waits 10 s; the pool is whole again within 5 s',
    async run(world) {
      world.network.fallSilent()
      const answers = await Promise.all(Array.from({ length: 200 }, () => world.ask('GET', '/whoami')))
      await world.network.reconnect()
      const slowest = Math.max(...answers.map(({ ms }) => ms))
      const isAsExpected = answers.every(({ status }) => status === 503) && slowest < 10_000
      return allSeen(
        { text: `all answered, the last after ${slowest} ms`, isAsExpected },
        await recovery(world),
      )
    },
  },
  {
    name: 'Every connection is ended by the server',
    expected: 'requests in flight answer 200 or 503, and the next requests succeed',
    async run(world) {
      const under = Array.from({ length: 20 }, () => world.ask('GET', '/whoami'))
      await withClient(world, endApiConnections)
      const statuses = new Set((await Promise.all(under)).map(({ status }) => status))
      const isAsExpected = [...statuses].every((status) => status === 200 || status === 503)
      return allSeen({ text: `in flight: ${[...statuses].join(', ')}`, isAsExpected }, await recovery(world))
    },
  },
  {
    name: 'Another session locks a table for 4 s',
    expected: '503 within 2 s; works again when it lets go',
    run: (world) =>
      withClient(world, async (client) => {
        await client.query('begin')
        await client.query('lock table users in access exclusive mode')
        const read = await world.ask('GET', '/whoami')
        await client.query('rollback')
        const isAsExpected = read.status === 503 && read.ms <= soonMs
        return allSeen({ text: `read ${describe(read)}`, isAsExpected }, await recovery(world))
      }),
  },
  {
    name: 'PostgreSQL takes no writes (a replica)',
    expected: 'reads 200, writes 503; works again within 5 s',
    run: (world) =>
      withClient(world, async (client) => {
        await client.query('alter database postgres set default_transaction_read_only = on')
        await endApiConnections(client)
        await world.ask('GET', '/whoami')
        const read = await world.ask('GET', '/whoami')
        const write = await world.ask('POST', '/workspaces/new', newWorkspace)
        await client.query('set default_transaction_read_only = off')
        await client.query('alter database postgres set default_transaction_read_only = off')
        await endApiConnections(client)
        const isAsExpected = read.status === 200 && write.status === 503
        return allSeen(
          { text: `read ${describe(read)}, write ${describe(write)}`, isAsExpected },
          await recovery(world),
        )
      }),
  },
]
