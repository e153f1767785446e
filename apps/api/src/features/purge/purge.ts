import { restorableDays } from '@portal/contract/limits'
import type { Services } from '../../services.ts'
import { eraseAccount, listErasableAccounts } from './purge-account-store.ts'
import { removeSessions } from './purge-session-store.ts'
import { listRemovableWorkspaces, removeWorkspace } from './purge-workspace-store.ts'

type PurgeServices = Pick<Services, 'database' | 'jobs' | 'now'>

const restorableMs = restorableDays * 86_400_000
const batchSize = 100
/** Of each kind in one run, so that a run stays well below the time that a job may take. */
const mostBatches = 5

/**
 * Removes for good what was deleted 30 days ago or earlier, when nobody can restore it any more: workspaces whole, accounts
 * but for an empty row (docs/decisions/0017); and sessions that ended as long ago. Each in a transaction of its own, so
 * that a run may stop anywhere and several may go at once. What is left goes with the next run, which it queues.
 */
export async function purge({ database, jobs, now }: PurgeServices): Promise<void> {
  const { orm } = database
  const before = new Date(now().getTime() - restorableMs)
  const isDone = [
    await inBatches(async () => {
      const ids = await listRemovableWorkspaces(orm, before, batchSize)
      for (const id of ids) await database.transaction((tx) => removeWorkspace(tx, id, before))
      return ids.length
    }),
    await inBatches(async () => {
      const ids = await listErasableAccounts(orm, before, batchSize)
      for (const id of ids) await database.transaction((tx) => eraseAccount(tx, id, before))
      return ids.length
    }),
    await inBatches(() => database.transaction((tx) => removeSessions(tx, before, batchSize))),
  ]
  if (isDone.includes(false)) await jobs.send(orm, 'data.purge', {})
}

/** Whether nothing is left. */
async function inBatches(work: () => Promise<number>): Promise<boolean> {
  for (let batch = 0; batch < mostBatches; batch += 1) if ((await work()) < batchSize) return true
  return false
}
