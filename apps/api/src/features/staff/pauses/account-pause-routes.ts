/** Quarantining and suspending accounts, and lifting both. See docs/product/staff.md#quarantine-and-suspension. */
import { staffPauses } from '@portal/contract/staff/pauses'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { userRecordOf } from '../search/people-store.ts'
import { changeAccountPause } from './change-pause.ts'
import { pauseEndOf } from './pause-rules.ts'
import { type AccountPause, lockPausableAccount } from './pause-store.ts'

type PauseCall = typeof staffPauses.setUserQuarantine | typeof staffPauses.setUserSuspension

export function accountPauseRoutes(server: Server, services: Services): void {
  const { database, now } = services

  async function setPause(
    pause: AccountPause,
    isPaused: boolean,
    { params, body, caller, request }: Ask<PauseCall>,
  ): Promise<{ user: UserRecord }> {
    if (params.userId === caller.person.id)
      throw new Refusal(
        'Conflict',
        'You cannot start or end a pause of your own account. Ask another staff member.',
      )
    const at = now()
    const until = pauseEndOf(body, isPaused, at)
    const change = { isPaused, reason: body.reason, until, byUserId: caller.person.id, at }
    return database.transaction(async (tx) => {
      const account = await lockPausableAccount(tx, params.userId)
      if (!account) throw notFound('account')
      const changed = await changeAccountPause(services, tx, account, pause, change, request.ip)
      const { quarantine, suspension } = changed
      return {
        user: userRecordOf({
          ...changed,
          quarantinedAt: quarantine.since,
          suspendedAt: suspension.since,
        }),
      }
    })
  }

  server.serve(staffPauses.setUserQuarantine, async (ask) =>
    setPause('quarantine', ask.body.isQuarantined, ask),
  )

  server.serve(staffPauses.setUserSuspension, async (ask) =>
    setPause('suspension', ask.body.isSuspended, ask),
  )
}
