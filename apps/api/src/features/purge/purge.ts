import { deviceLifetimeDays, restorableDays } from '@portal/contract/limits'
import type { Services } from '../../services.ts'
import { removeOldDevices } from '../sign-in/device-store.ts'
import { eraseAccount, listErasableAccounts } from './purge-account-store.ts'
import { removeSessions } from './purge-session-store.ts'
import { listRemovableWorkspaces, removeWorkspace } from './purge-workspace-store.ts'

type PurgeServices = Pick<Services, 'database' | 'jobs' | 'now'>

const restorableMs = restorableDays * 86_400_000
const batchSize = 100
/** Per kind and run, so that a run stays well below the job timeout. */
const maxBatches = 5

/**
 * Permanently deletes what was deleted at least 30 days ago and can no longer be restored: workspaces completely, and
 * accounts except for an empty row (docs/decisions/0017). Also deletes sessions that ended at least 30 days ago, and
 * devices that have not signed in for a year. Each
 * item has its own transaction, so a run may stop anywhere and several may run concurrently. If anything is left, the
 * run queues another.
 */
export async function purge({ database, jobs, now }: PurgeServices): Promise<void> {
  const { orm } = database
  const before = new Date(now().getTime() - restorableMs)
  const devicesBefore = new Date(now().getTime() - deviceLifetimeDays * 86_400_000)
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
    await inBatches(() => database.transaction((tx) => removeOldDevices(tx, devicesBefore, batchSize))),
  ]
  if (isDone.includes(false)) await jobs.send(orm, 'data.purge', {})
}

/** Runs batches up to the limit. Returns whether everything is done. */
async function inBatches(work: () => Promise<number>): Promise<boolean> {
  for (let batch = 0; batch < maxBatches; batch += 1) if ((await work()) < batchSize) return true
  return false
}
