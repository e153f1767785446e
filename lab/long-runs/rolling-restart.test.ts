import { expect, it } from 'vitest'
import { rollingRestart } from '../rolling-restarts/rolling-restart.ts'

/** 1 in `npm test` and 10 in `npm run test:long`. */
const rounds = Math.max(1, Math.round(10 * Number(process.env.RACE_SHARE ?? 0.1)))
const limitMs = 120_000 + rounds * 60_000

it(
  `a rolling restart loses no request and no acknowledged write, in ${rounds} rounds`,
  async () => {
    const outcome = await rollingRestart(rounds)
    console.log(`${outcome.requests} requests, ${outcome.restarts} restarts`)
    expect(outcome.failures).toEqual([])
    expect(outcome.exitCodes).toEqual(Array.from({ length: rounds * 2 }, () => 0))
    expect(outcome.requests).toBeGreaterThan(rounds * 100)
    expect(outcome.stored).toBe(outcome.acknowledged)
  },
  limitMs,
)
