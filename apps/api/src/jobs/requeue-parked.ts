import { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { parkedQueue } from './queue-state-store.ts'

/** No job has this name. The message lists the known names. */
export class UnknownJobError extends Error {
  override readonly name = 'UnknownJobError'
}

/**
 * Moves parked jobs back into the queue that they failed in, with all their retries.
 * @param job only jobs of this kind; undefined means all
 * @returns how many were moved
 * @throws UnknownJobError
 */
export async function requeueParked({ queue }: Database, job?: string): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: queue.executeSql },
    useListenNotify: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    if (job !== undefined) await requireKnown(boss, job)
    let total = 0
    for (let moved = -1; moved !== 0; total += moved)
      moved = await boss.redrive(parkedQueue, job === undefined ? {} : { sourceName: job })
    return total
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function requireKnown(boss: PgBoss, job: string): Promise<void> {
  const queues = await boss.getQueues()
  const known = queues.filter(({ deadLetter }) => deadLetter === parkedQueue).map(({ name }) => name)
  if (!known.includes(job))
    throw new UnknownJobError(
      `There is no job named ${job}. Known jobs: ${known.toSorted().join(', ') || 'none'}.`,
    )
}
