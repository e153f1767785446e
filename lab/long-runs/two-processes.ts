import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../apps/api/src/db/database.ts'
import { type Environment, type Lab, type ServerProcess, spawnApi, startLab } from '../processes.ts'

/** Two API processes on one PostgreSQL, and a direct connection for the test. */
interface TwoProcesses extends Lab {
  first: ServerProcess
  second: ServerProcess
  database: Database
}

const startLimitMs = 180_000

/**
 * Runs two API processes for all tests of a file, which race to run the migrations. Both have the public URL of the first.
 * `more` is additional configuration.
 */
export function useTwoProcesses(more: Environment = {}): { current: TwoProcesses } {
  let lab: Lab | undefined
  let two: TwoProcesses | undefined
  beforeAll(async () => {
    lab = await startLab()
    const environment = {
      ...lab.environment,
      // Enough connections for the calls to race in the database instead of waiting for a connection.
      DATABASE_POOL_SIZE: '25',
      // Never shed requests because of CPU contention: these tests run alongside the build of the portal.
      MAX_EVENT_LOOP_DELAY_MS: '0',
      ...more,
    }
    const first = await spawnApi(environment)
    const second = await spawnApi({ ...environment, API_URL: first.url })
    await Promise.all([first.ready(), second.ready()])
    two = { ...lab, first, second, database: await lab.open() }
  }, startLimitMs)
  afterAll(() => lab?.remove())
  return {
    get current() {
      if (!two) throw new Error('The processes are not there yet')
      return two
    },
  }
}

/** 0.1 in `npm test` and 1 in `npm run test:long`. */
const share = Number(process.env.RACE_SHARE ?? 0.1)
export const isLongRun = share === 1

/** Returns the number of rounds to run, at least one, for a test that runs `full` rounds in `npm run test:long`. */
export const raceRounds = (full: number): number => Math.max(1, Math.round(full * share))

/** About the duration of a call, so that each call is sometimes the first. */
const spreadMs = 4

type Act = () => Promise<unknown>

/** Runs all actions within a few milliseconds of each other, in random order. */
export async function meet<Acts extends Act[]>(...acts: Acts) {
  const done = acts.map(async (act) => {
    await sleep(Math.random() * spreadMs)
    return act()
  })
  return (await Promise.all(done)) as { [At in keyof Acts]: Awaited<ReturnType<Acts[At]>> }
}
