import { setTimeout as sleep } from 'node:timers/promises'

/** 0.1 in `npm test` and 1 in `npm run test:long`. */
const share = Number(process.env.RACE_SHARE ?? 0.1)

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
