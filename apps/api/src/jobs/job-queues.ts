/** The queues and schedules of the jobs. Writes only what differs from the database, because most starts change nothing. */
import type { PgBoss, QueueOptions } from 'pg-boss'
import { parkedQueue } from './queue-state-store.ts'

/**
 * With backoff, the last retry is about two days after the first attempt. Finished jobs are deleted after an hour, because
 * mails contain one-time codes.
 */
export const queueOptions = {
  deleteAfterSeconds: 3_600,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 21_600,
  expireInSeconds: 120,
  deadLetter: parkedQueue,
}
/** Operators have two weeks to requeue a parked job. */
const parkedQueueOptions = { retentionSeconds: 14 * 86_400, deleteAfterSeconds: 3_600 }

/** Creates missing queues and updates changed ones. */
export async function prepareQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const prepare = async (name: string, options: QueueOptions) => {
    const queue = known.get(name)
    if (!queue) return boss.createQueue(name, options)
    const hasChanged = Object.entries(options).some(
      ([key, value]) => queue[key as keyof QueueOptions] !== value,
    )
    if (hasChanged) await boss.updateQueue(name, options)
  }
  // The other queues refer to this one.
  await prepare(parkedQueue, parkedQueueOptions)
  for (const name of names) await prepare(name, queueOptions)
}

/** Creates missing schedules and updates changed ones. */
export async function prepareSchedules(
  boss: PgBoss,
  names: readonly string[],
  schedules: Readonly<Partial<Record<string, string>>>,
): Promise<void> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const name of names) {
    const cron = schedules[name]
    if (cron !== undefined && known.get(name) !== cron) await boss.schedule(name, cron, {})
  }
}
