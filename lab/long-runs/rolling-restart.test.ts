import { expect, it } from 'vitest'
import { rollingRestart } from '../rolling-restarts/rolling-restart.ts'
import { raceRounds } from './two-processes.ts'

const rounds = raceRounds(10)
const limitMs = 120_000 + rounds * 60_000

it(
  `a rolling restart loses no request and no acknowledged write, in ${rounds} rounds`,
  async () => {
    const outcome = await rollingRestart(rounds)
    console.log(`${outcome.requests} requests, ${outcome.exitCodes.length} restarts`)
    expect(outcome.failures).toEqual([])
    expect(outcome.exitCodes).toEqual(Array.from({ length: rounds * 2 }, () => 0))
    expect(outcome.requests).toBeGreaterThan(rounds * 100)
    expect(outcome.lost).toBe(0)
  },
  limitMs,
)
