/** Deletes rows that have ended, and runs other small tasks, every ten minutes in each process. */
import type { Orm } from '../db/database.ts'
import { listShortLivedTables, removeEnded } from '../features/purge/erasure-store.ts'
import type { Services } from '../services.ts'

const everyMs = 600_000

type UpkeepServices = Pick<Services, 'database' | 'now' | 'onTaskFailure'>
type Tasks = Record<string, (db: Orm) => Promise<unknown>>

/** Deletes the ended rows of each table and runs the tasks, one after the other. A task that fails does not stop the others. */
export async function runUpkeep(
  { database, now, onTaskFailure }: UpkeepServices,
  tasks: Tasks = {},
): Promise<void> {
  const deletions = listShortLivedTables().map(
    (ending) => [ending.name, (db: Orm) => removeEnded(db, ending, now())] as const,
  )
  for (const [name, run] of [...deletions, ...Object.entries(tasks)])
    await run(database.upkeep).catch((error: unknown) => onTaskFailure(`upkeep.${name}`, error))
}

/** Starts the upkeep. Its runs never overlap. */
export function startUpkeep(services: UpkeepServices, tasks: Tasks = {}): { stop(): void } {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    await runUpkeep(services, tasks)
    isRunning = false
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
