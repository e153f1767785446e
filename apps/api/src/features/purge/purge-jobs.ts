import { deviceLifetimeDays, restorableDays } from '@portal/contract/limits'
import type { Services } from '../../services.ts'
import { forgetAccountsBefore } from '../account-joins/account-join-store.ts'
import { removeOldDevices } from '../sign-in/device-store.ts'
import { eraseAccount, eraseAccountRows, listErasableAccounts } from './purge-account-store.ts'
import { listExpiredSessions, removeSessions } from './purge-session-store.ts'
import { listRemovableWorkspaces, removeWorkspace, removeWorkspaceRows } from './purge-workspace-store.ts'
import { removeAll } from './remove-all.ts'

interface PurgeServices extends Pick<Services, 'database' | 'jobs' | 'now' | 'onTaskFailure'> {
  /** An account with a subscription in one of these states is kept, because its customer is needed to end it. */
  liveSubscriptions: readonly string[]
}

const dayMs = 86_400_000
const batchSize = 100
const groupSize = 1_000
/** Half of the job timeout. */
const runForMs = 60_000

/**
 * Permanently deletes what was deleted at least 30 days ago and can no longer be restored: workspaces completely, and
 * accounts except for an empty row (docs/decisions/0017). Also deletes sessions that ended at least 30 days ago, and
 * devices that have not signed in for a year, and forgets what accounts had before they were handed over. Rows are deleted in chunks, so a run may stop anywhere and several may run
 * concurrently. If anything is left, the run queues another. An item that fails is reported and skipped until the next night.
 */
export async function purge(services: PurgeServices): Promise<void> {
  const { database, jobs, now, onTaskFailure, liveSubscriptions } = services
  const { orm, upkeep } = database
  const before = new Date(now().getTime() - restorableDays * dayMs)
  const devicesBefore = new Date(now().getTime() - deviceLifetimeDays * dayMs)
  const endsAt = performance.now() + runForMs
  const isInTime = () => performance.now() < endsAt
  const run = { isInTime, onFailure: onTaskFailure }
  /** Each returns false if time ran out. */
  const tasks: Record<string, (task: string) => Promise<boolean>> = {
    'purge.workspace': (task) =>
      removeAll(run, {
        task,
        groupSize: 1,
        list: (skipped) => listRemovableWorkspaces(orm, before, skipped, batchSize),
        remove: async ([id = '']) => {
          await removeWorkspaceRows(upkeep, id)
          await upkeep.transaction((tx) => removeWorkspace(tx, id, before))
        },
      }),
    'purge.account': (task) =>
      removeAll(run, {
        task,
        groupSize: 1,
        list: (skipped) =>
          listErasableAccounts(orm, { before, liveSubscriptions, skipped, limit: batchSize }),
        remove: async ([id = '']) => {
          await eraseAccountRows(upkeep, id)
          await upkeep.transaction((tx) => eraseAccount(tx, id, before))
        },
      }),
    'purge.sessions': (task) =>
      removeAll(run, {
        task,
        groupSize,
        list: (skipped) => listExpiredSessions(orm, before, skipped, groupSize),
        remove: (ids) => removeSessions(upkeep, ids),
      }),
    'purge.devices': async () => {
      while (isInTime())
        if ((await removeOldDevices(upkeep, devicesBefore, groupSize)) < groupSize) return true
      return false
    },
    'purge.account-joins': async () => {
      while (isInTime()) if ((await forgetAccountsBefore(upkeep, before, groupSize)) < groupSize) return true
      return false
    },
  }
  const failures: unknown[] = []
  let isDone = true
  for (const [task, work] of Object.entries(tasks)) {
    try {
      isDone = (await work(task)) && isDone
    } catch (error) {
      onTaskFailure(task, error)
      failures.push(error)
    }
  }
  if (!isDone) await jobs.send(orm, 'data.purge', {})
  if (failures.length > 0) throw new AggregateError(failures, 'Some data could not be removed')
}
