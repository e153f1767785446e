import type { Services } from '../../../services.ts'
import { changeAccountPause, changeWorkspacePause } from './pause-actions.ts'
import type { PauseChange } from './pause-rules.ts'
import {
  accountPauses,
  listEndedAccountPauses,
  listEndedWorkspacePauses,
  lockPausableAccount,
  lockPausableWorkspace,
  type PauseState,
} from './pause-store.ts'

type EndServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now' | 'onTaskFailure'>

const batchSize = 100

/**
 * Ends the pauses whose end date has passed, each exactly once, even when several processes run it. The record names
 * the staff member who set the pause, and the mail is the same as for a manual end. A pause that cannot be ended does not
 * delay the others.
 */
export async function endPauses(services: EndServices): Promise<void> {
  const { database, now } = services
  const report = (error: unknown, id: string) => services.onTaskFailure('pauses.end', error, id)
  for (const pause of accountPauses)
    await inBatches(
      () => listEndedAccountPauses(database.orm, pause, now(), batchSize),
      (userId) =>
        database.transaction(async (tx) => {
          const account = await lockPausableAccount(tx, userId)
          const change = account && endOf(account[pause], userId, now())
          if (change) await changeAccountPause(services, tx, account, pause, change, null)
        }),
      report,
    )
  await inBatches(
    () => listEndedWorkspacePauses(database.orm, now(), batchSize),
    (workspaceId) =>
      database.transaction(async (tx) => {
        const workspace = await lockPausableWorkspace(tx, workspaceId)
        const change = workspace && endOf(workspace.pause, workspace.ownerUserId, now())
        if (change) await changeWorkspacePause(services, tx, workspace, change, null)
      }),
    report,
  )
}

/** Returns the change that ends the pause. Returns undefined if the end date has changed before the lock was taken. */
function endOf({ since, until, byUserId }: PauseState, fallback: string, at: Date): PauseChange | undefined {
  if (!since || !until || until > at) return undefined
  return { isPaused: false, byUserId: byUserId ?? fallback, at }
}

async function inBatches(
  list: () => Promise<string[]>,
  end: (id: string) => Promise<void>,
  report: (error: unknown, id: string) => void,
): Promise<void> {
  let ids: string[]
  let failures: number
  do {
    failures = 0
    ids = await list()
    for (const id of ids)
      await end(id).catch((error: unknown) => {
        failures += 1
        report(error, id)
      })
    // A full batch of failures would be listed again.
  } while (ids.length === batchSize && failures < batchSize)
}
