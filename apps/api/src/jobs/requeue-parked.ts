import { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { parkedQueue } from './queue-state-store.ts'

/**
 * Moves parked jobs back into the queue that they failed in, with all their retries.
 * @param job only jobs of this kind; undefined means all
 * @returns how many were moved
 */
export async function requeueParked({ queue, engine }: Database, job?: string): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: queue.executeSql },
    backend: engine,
    useListenNotify: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  let total = 0
  for (let moved = -1; moved !== 0; total += moved)
    moved = await boss.redrive(parkedQueue, job === undefined ? {} : { sourceName: job })
  await boss.stop({ graceful: false })
  return total
}
