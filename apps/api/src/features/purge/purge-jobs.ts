import { dayMs } from '@portal/contract/durations'
import { restorableDays } from '@portal/contract/limits'
import type { Services } from '../../services.ts'
import { isParent, listEnded, listLongLivedTables, removeEnded, removeRows } from './erasure-store.ts'
import {
  eraseAccount,
  listErasableAccounts,
  listRemovableWorkspaces,
  removeWorkspace,
} from './purge-store.ts'
import { removeAll } from './remove-all.ts'

interface PurgeServices extends Pick<Services, 'database' | 'jobs' | 'now' | 'onTaskFailure'> {
  /** An account with a subscription in one of these states is kept, because its customer is needed to end it. */
  liveSubscriptions: readonly string[]
}

const batchSize = 100
const groupSize = 1_000
/** Half of the job timeout. */
const runForMs = 60_000

/**
 * Permanently deletes what was deleted at least 30 days ago and can no longer be restored: workspaces completely, and
 * accounts except for an empty row (docs/decisions/0017). Also deletes rows that end after more than a day, such as sessions. Rows are
 * deleted in chunks, so a run may stop anywhere and several may run concurrently. If anything is left, the run queues another. An
 * item that fails is reported and skipped until the next night.
 */
export async function purge(services: PurgeServices): Promise<void> {
  const { database, jobs, now, onTaskFailure, liveSubscriptions } = services
  const { orm, upkeep } = database
  const before = new Date(now().getTime() - restorableDays * dayMs)
  const endsAt = performance.now() + runForMs
  const run = { isInTime: () => performance.now() < endsAt, onFailure: onTaskFailure }
  /** Each returns false if time ran out. */
  const tasks: Record<string, (task: string) => Promise<boolean>> = {
    'purge.workspace': (task) =>
      removeAll(run, {
        task,
        groupSize: 1,
        list: (skipped) => listRemovableWorkspaces(orm, before, { skipped, limit: batchSize }),
        remove: ([id = '']) => removeWorkspace(upkeep, id, before),
      }),
    'purge.account': (task) =>
      removeAll(run, {
        task,
        groupSize: 1,
        list: (skipped) =>
          listErasableAccounts(orm, before, liveSubscriptions, { skipped, limit: batchSize }),
        remove: ([id = '']) => eraseAccount(upkeep, id, before),
      }),
  }
  for (const ending of listLongLivedTables())
    tasks[`purge.${ending.name}`] = async (task) => {
      if (isParent(ending))
        return removeAll(run, {
          task,
          groupSize,
          list: (skipped) => listEnded(orm, ending, now(), { skipped, limit: groupSize }),
          remove: (ids) => removeRows(upkeep, ending.table, ids),
        })
      await removeEnded(upkeep, ending, now())
      return true
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
