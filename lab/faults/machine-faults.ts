/** Faults of the machine: a full disk, a wrong clock and killed processes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { localUrlOf } from '../../apps/api/src/db/local-database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { createCluster, startCluster } from '../../tools/local-postgres/cluster.ts'
import { loadPrograms } from '../../tools/local-postgres/programs.ts'
import { ApiProcess } from '../long-runs/api-process.ts'
import { killRounds } from '../long-runs/kill-rounds.ts'
import { makePerson } from '../long-runs/make-person.ts'
import { WorkspaceCreator } from '../long-runs/workspace-creator.ts'
import { rollingRestart } from '../rolling-restarts/rolling-restart.ts'
import type { Fault, Seen } from './fault.ts'
import { type Answer, askAs, type World } from './world.ts'

const shiftClock = pathToFileURL(join(import.meta.dirname, '../long-runs/shift-clock.ts')).href
const minuteMs = 60_000
const hourMs = 3_600_000

/** Starts an API with a shifted clock on the same database. */
const startShifted = (world: World, shiftMs: number) =>
  ApiProcess.start({
    ...world.environment,
    API_URL: world.api.url,
    NODE_OPTIONS: `--import=${shiftClock}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  })

async function handOff(world: World, from: { url: string }, to: { url: string }): Promise<number> {
  const { location } = await world.ask('GET', `/workspaces/${world.workspace.id}/go`, undefined, from)
  const code = new URL(location).searchParams.get('code') ?? ''
  const body = { code }
  return (await world.ask('POST', '/complete-auth-connect', body, to)).status
}

const clockFaults: Fault[] = [
  {
    name: 'One process’s clock is 30 s behind the other’s',
    expected: 'sessions and hand-offs work on both',
    run: (world) => acrossClocks(world, -30_000, 200),
  },
  {
    name: 'One process’s clock is 5 min ahead of the other’s',
    expected: 'sessions work on both; a code that is late there is refused with 400',
    run: (world) => acrossClocks(world, 5 * minuteMs, 400),
  },
  {
    name: 'The clock is a day ahead',
    expected: 'who was signed in stays so; nothing fails',
    run: (world) => withShiftedClock(world, 24 * hourMs),
  },
  {
    name: 'The clock is an hour behind',
    expected: 'who was signed in stays so; nothing fails',
    run: (world) => withShiftedClock(world, -hourMs),
  },
]

async function acrossClocks(world: World, shiftMs: number, expectedStatus: number): Promise<Seen> {
  const other = await startShifted(world, shiftMs)
  try {
    const whoami = await world.ask('GET', '/whoami', undefined, other)
    const status = await handOff(world, world.api, other)
    return {
      text: `whoami ${whoami.status}, hand-off ${status}`,
      isAsExpected: whoami.status === 200 && status === expectedStatus,
    }
  } finally {
    await other.kill()
  }
}

async function withShiftedClock(world: World, shiftMs: number): Promise<Seen> {
  const api = await startShifted(world, shiftMs)
  try {
    const asked: [string, Answer][] = [
      ['whoami', await world.ask('GET', '/whoami', undefined, api)],
      ['workspaces', await world.ask('GET', '/workspaces', undefined, api)],
      [
        'token',
        await world.ask(
          'POST',
          `/workspaces/${world.workspace.id}/authTokens`,
          { name: 'x', expiration: '1d' },
          api,
        ),
      ],
      ['sign-in', await world.ask('GET', '/auth/login', undefined, api)],
    ]
    const handedOff = await handOff(world, api, api)
    const isAsExpected =
      asked.every(([, { status }]) => status === 200 || status === 302) && handedOff === 200
    const text = [...asked.map(([what, { status }]) => `${what} ${status}`), `hand-off ${handedOff}`].join(
      ', ',
    )
    return { text, isAsExpected }
  } finally {
    await api.kill()
  }
}

const diskMb = 160
const newWorkspace = { displayName: 'On a full disk', instanceUrl: 'http://localhost:8080' }

/** Mounts a small separate disk. Returns undefined if the system doesn't allow it. */
function mountSmallDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=1777`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  return () => execFileSync('/bin/umount', [folder], { stdio: 'ignore' })
}

function fillUp(folder: string): string {
  const file = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(file, Buffer.alloc(Math.max(0, (bavail - 1) * bsize)))
  return file
}

const diskFull: Fault = {
  name: "The disk of the local PostgreSQL's data is full",
  expected: 'writes are refused with 503, never lost after a 200; works again when there is room',
  async run(world) {
    const programs = await loadPrograms()
    const disk = join(programs.sharedFolder ?? world.dataDir, 'small-disk')
    const unmount = mountSmallDisk(disk)
    if (!unmount) return { text: 'not tried: no disk may be mounted here', isAsExpected: true }
    const [folder, password] = [join(disk, 'data'), 'local']
    createCluster(programs, folder, password)
    const logFile = join(world.dataDir, 'small-disk.log')
    const start = () => startCluster(programs, { folder, logFile })
    let server = await start()
    const urlNow = () => localUrlOf({ port: server.port, password })
    const startApi = () => ApiProcess.start({ ...world.environment, DATABASE_URL: urlNow() })
    try {
      const prepared = await openDatabase({ databaseUrl: urlNow() })
      const { session } = await makePerson(prepared)
      await prepared.close()
      const restart = async () => {
        server.stop()
        server = await start()
        return startApi()
      }
      return await onFullDisk(disk, session, { first: await startApi(), restart })
    } finally {
      server.stop()
      unmount()
    }
  },
}

async function onFullDisk(
  disk: string,
  session: string,
  { first, restart }: { first: ApiProcess; restart: () => Promise<ApiProcess> },
): Promise<Seen> {
  let api = first
  const ask = (method: string, path: string, body?: object) =>
    askAs(session, { url: api.url, method, path, body })
  const ballast = fillUp(disk)
  const statuses: number[] = []
  let acknowledged = 0
  for (let made = 0; made < 300; made++) {
    const { status } = await ask('POST', '/workspaces/new', {
      ...newWorkspace,
      description: 'a'.repeat(4_000),
    })
    statuses.push(status)
    if (status === 200) acknowledged += 1
    else if (made > acknowledged + 5) break
  }
  const live = api.isRunning ? (await ask('GET', '/health/live')).status : 'ended'
  rmSync(ballast)
  await sleep(1_000)
  let isRestarted = false
  let after = await ask('POST', '/workspaces/new', newWorkspace)
  if (after.status !== 200) {
    // A database whose disk filled up while it wrote its log may need a restart.
    await api.kill()
    api = await restart()
    isRestarted = true
    after = await ask('POST', '/workspaces/new', newWorkspace)
  }
  const listed = await fetch(`${api.url}/workspaces`, { headers: { cookie: `portal_session=${session}` } })
  const kept = ((await listed.json()) as unknown[]).length
  await api.kill()
  const refusals = [...new Set(statuses.filter((status) => status !== 200))]
  return {
    text: `${acknowledged} made, then ${refusals.join(', ') || 'none refused'}, live ${live}; ${isRestarted ? 'after a restart' : 'without a restart'} ${after.status}, ${kept} there`,
    isAsExpected:
      refusals.length > 0 &&
      refusals.every((status) => status === 503) &&
      after.status === 200 &&
      kept >= acknowledged + 1,
  }
}

function killFault(rounds: number): Fault {
  return {
    name: `${rounds} SIGKILLs of the API under write load`,
    expected: 'nothing acknowledged is lost',
    async run(world) {
      const creators = await WorkspaceCreator.make(world.databaseUrl, rounds)
      const environment = { DATA_DIR: join(world.dataDir, 'killed'), DATABASE_URL: world.databaseUrl }
      const start = () => ApiProcess.start(environment)
      const outcome = await killRounds({ start, kill: (api) => api.kill() }, creators)
      const acknowledged = outcome.reduce((sum, round) => sum + round.acknowledged, 0)
      const lost = outcome.reduce((sum, round) => sum + round.lost.length, 0)
      return {
        text: `${acknowledged} acknowledged, ${lost} lost`,
        isAsExpected: lost === 0 && acknowledged > 0,
      }
    },
  }
}

const restartRounds = 5

const rolling: Fault = {
  name: `A rolling restart under load, both processes ${restartRounds} times`,
  expected: 'no request fails, nothing acknowledged is lost',
  async run() {
    const { requests, failures, exitCodes, acknowledged, stored } = await rollingRestart(restartRounds)
    const clean = exitCodes.filter((code) => code === 0).length
    return {
      text: `${requests} requests, ${failures.length} failed; ${clean} of ${2 * restartRounds} processes ended with 0; ${acknowledged} acknowledged, ${stored} there`,
      isAsExpected: failures.length === 0 && clean === 2 * restartRounds && stored === acknowledged,
    }
  },
}

/** @param kills how often the API is killed */
export const machineFaults = (kills: number): Fault[] => [...clockFaults, diskFull, rolling, killFault(kills)]
