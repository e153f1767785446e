import { setTimeout as sleep } from 'node:timers/promises'

/** 0.1 in `npm test`, 1 in `npm run test:long`. */
const share = Number(process.env.RACE_SHARE ?? 0.1)

/** How many rounds to go of a test that goes `full` rounds in `npm run test:long`: at least one. */
export const raceRounds = (full: number): number => Math.max(1, Math.round(full * share))

/** About as long as a call takes, so that each of them is the first now and then. */
const spreadMs = 4

type Act = () => Promise<unknown>

/** Does all of it at the same moment, give or take a few milliseconds: which comes first is chance. */
export async function meet<Acts extends Act[]>(...acts: Acts) {
  const done = acts.map(async (act) => {
    await sleep(Math.random() * spreadMs)
    return act()
  })
  return (await Promise.all(done)) as { [At in keyof Acts]: Awaited<ReturnType<Acts[At]>> }
}
