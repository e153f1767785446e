/** What staff do to accounts (SPEC sections 4 and 7; RULES sections 4 and 9). */
import { restorableDays } from '@portal/contract/limits'
import { people, type UserRecord } from '@portal/contract/people'
import { accountPausedMail, accountRestoredMail, type Pause } from '../../gateways/account-mails.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { restoreWorkspacesDeletedAt } from '../workspaces/workspace-deletion-store.ts'
import * as store from './people-store.ts'
import { recordStaffAct } from './staff-record-store.ts'

const restorableMs = restorableDays * 86_400_000

const columnOf = { quarantine: 'quarantinedAt', suspension: 'suspendedAt' } as const
const actsOf = {
  quarantine: ['person.quarantined', 'person.unquarantined'],
  suspension: ['person.suspended', 'person.unsuspended'],
} as const

function recordBody(row: store.AccountRow): UserRecord {
  return {
    id: row.id,
    auth0Id: row.auth0Id,
    email: row.email,
    quarantinedAt: row.quarantinedAt?.toISOString() ?? null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  }
}

export function peopleRoutes(server: Server, { config, database, jobs, now }: Services): void {
  interface PauseChange {
    pause: Pause
    isPaused: boolean
    reason: string | null | undefined
  }
  type PauseCall = typeof people.setQuarantine | typeof people.setSuspension

  /** Sessions live on, confined; tokens are refused while it lasts. A pause that is there keeps its date. */
  async function setPause(change: PauseChange, { params, caller, request }: Ask<PauseCall>) {
    const { pause, isPaused, reason } = change
    if (params.userId === caller.person.id)
      throw new Refusal('Conflict', 'You cannot pause your own account, nor end a pause of it.')
    const at = now()
    return database.transaction(async (tx) => {
      const before = await store.lockAccount(tx, params.userId)
      if (!before) throw notFound('account')
      const column = columnOf[pause]
      const since = isPaused ? (before[column] ?? at) : null
      const isChanged = since?.getTime() !== before[column]?.getTime()
      await recordStaffAct(tx, {
        staffUserId: caller.person.id,
        act: actsOf[pause][isPaused ? 0 : 1],
        aboutUserId: before.id,
        before: { [column]: before[column] },
        after: { [column]: since },
        reason,
        ipAddress: request.ip,
        at,
      })
      const after = { ...before, [column]: since }
      if (isChanged) {
        await store.setPause(
          tx,
          before.id,
          pause === 'quarantine' ? { quarantinedAt: since } : { suspendedAt: since },
        )
        const isStillPaused = !isPaused && (after.quarantinedAt !== null || after.suspendedAt !== null)
        const facts = { to: before.email, pause, isPaused, isStillPaused }
        await jobs.send(tx, 'mail.send', accountPausedMail(facts, config))
      }
      return { user: recordBody(after) }
    })
  }

  server.serve(people.setQuarantine, async (ask) =>
    setPause({ pause: 'quarantine', isPaused: ask.body.isQuarantined, reason: ask.body.reason }, ask),
  )

  server.serve(people.setSuspension, async (ask) =>
    setPause({ pause: 'suspension', isPaused: ask.body.isSuspended, reason: ask.body.reason }, ask),
  )

  server.serve(people.restore, async ({ params, body, caller, request }) => {
    const at = now()
    return database.transaction(async (tx) => {
      const { userId } = params
      const deletedAt = await store.lockDeletedAccount(tx, userId, new Date(at.getTime() - restorableMs))
      if (!deletedAt) throw notFound('deleted account')
      const row = await store.undeleteAccount(tx, userId)
      if (row === 'address-taken')
        throw new Refusal('Conflict', 'The address of this account has a new account.')
      const workspaceIds = await restoreWorkspacesDeletedAt(tx, userId, deletedAt)
      for (const workspaceId of workspaceIds)
        await recordActivity(tx, {
          workspaceId,
          actorUserId: null,
          act: 'workspace.restored',
          subject: 'by staff',
          ipAddress: null,
          at,
        })
      await recordStaffAct(tx, {
        staffUserId: caller.person.id,
        act: 'person.restored',
        aboutUserId: userId,
        before: { deletedAt },
        after: { deletedAt: null, workspaceIds },
        reason: body.reason,
        ipAddress: request.ip,
        at,
      })
      await jobs.send(tx, 'mail.send', accountRestoredMail(row.email, config))
      return { user: recordBody(row) }
    })
  })
}
