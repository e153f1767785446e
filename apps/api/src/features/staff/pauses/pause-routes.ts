/** Pauses of accounts and workspaces: start, change, end, list. See docs/product/staff.md#quarantine-and-suspension. */
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import { parseDateKey } from '../../../http/lists/date-key.ts'
import { readListPage } from '../../../http/lists/list-page.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordStaffActivity } from '../../activity/activity-actions.ts'
import { withdrawInvitationsBy } from '../../members/left-behind-store.ts'
import { findMember } from '../../members/member-store.ts'
import { userRecordOf } from '../accounts/staff-account-store.ts'
import { recordListRead, staffOf } from '../records/staff-record-store.ts'
import { changeAccountPause, changeWorkspacePause } from './pause-actions.ts'
import { type PauseChange, pauseEndOf } from './pause-rules.ts'
import * as store from './pause-store.ts'

type AccountCall = typeof staffPauses.setUserQuarantine | typeof staffPauses.setUserSuspension
type AccountListCall = typeof staffPauses.listQuarantinedUsers | typeof staffPauses.listSuspendedUsers
type ListCall = AccountListCall | typeof staffPauses.listQuarantinedWorkspaces

export function pauseRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  function changeOf(
    isPaused: boolean,
    { body, caller }: Ask<AccountCall | typeof staffPauses.setWorkspaceQuarantine>,
  ): PauseChange {
    const at = now()
    const until = pauseEndOf(body, isPaused, at)
    return { isPaused, reason: body.reason, until, byUserId: caller.person.id, at }
  }

  async function pauseAccount(ask: Ask<AccountCall>, pause: store.AccountPause, isPaused: boolean) {
    const { userId } = ask.params
    if (userId === ask.caller.person.id)
      throw new Refusal(
        'Conflict',
        'You cannot start or end a pause of your own account. Ask another staff member.',
      )
    const change = changeOf(isPaused, ask)
    return database.transaction(async (tx) => {
      const account = await store.lockPausableAccount(tx, userId)
      if (!account) throw notFound('account')
      const isStart = isPaused && account[pause].since === null
      // The invitations could be accepted again after the pause.
      if (isStart && !ask.body.keepsInvitations)
        for (const { workspaceId, email } of await withdrawInvitationsBy(tx, { userId }, change.at))
          await recordStaffActivity(
            tx,
            services.jobs,
            workspaceId,
            'member.invitation-withdrawn',
            email,
            change.at,
          )
      const paused = await changeAccountPause(services, tx, account, pause, change, ask.request.ip)
      const { quarantine, suspension } = paused
      const times = { quarantinedAt: quarantine.since, suspendedAt: suspension.since }
      return { user: userRecordOf({ ...paused, ...times }) }
    })
  }

  server.serve(staffPauses.setUserQuarantine, async (ask) =>
    pauseAccount(ask, 'quarantine', ask.body.isQuarantined),
  )

  server.serve(staffPauses.setUserSuspension, async (ask) =>
    pauseAccount(ask, 'suspension', ask.body.isSuspended),
  )

  server.serve(staffPauses.setWorkspaceQuarantine, async (ask) => {
    const { workspaceId } = ask.params
    const change = changeOf(ask.body.isQuarantined, ask)
    return database.transaction(async (tx) => {
      const workspace = await store.lockPausableWorkspace(tx, workspaceId)
      if (!workspace) throw notFound('workspace')
      if (await findMember(tx, workspaceId, change.byUserId))
        throw new Refusal(
          'Conflict',
          'You cannot start or end a pause of a workspace that you belong to. Ask another staff member.',
        )
      const paused = await changeWorkspacePause(services, tx, workspace, change, ask.request.ip)
      const { id, displayName, pause } = paused
      const quarantinedAt = pause.since?.toISOString() ?? null
      const until = pause.until?.toISOString() ?? null
      return { workspace: { id, displayName, quarantinedAt, reason: pause.reason, until } }
    })
  })

  const recordRead = (
    ask: Ask<ListCall>,
    act: 'looked-up.paused-accounts' | 'looked-up.quarantined-workspaces',
    after: { pause?: store.AccountPause } = {},
  ) => recordListRead(db, { ...staffOf(ask, now()), act, after })

  async function listAccounts(ask: Ask<AccountListCall>, call: AccountListCall, pause: store.AccountPause) {
    await recordRead(ask, 'looked-up.paused-accounts', { pause })
    return readListPage(services, ask, {
      call,
      findKey: parseDateKey,
      read: (page) => store.listPausedAccounts(db, pause, page),
      keyOf: ({ since, userId }) => store.keyOfPause(since, userId),
    })
  }

  server.serve(staffPauses.listQuarantinedUsers, async (ask) => {
    const rows = await listAccounts(ask, staffPauses.listQuarantinedUsers, 'quarantine')
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), quarantinedAt: store.startOfPause(since) }))
  })

  server.serve(staffPauses.listSuspendedUsers, async (ask) => {
    const rows = await listAccounts(ask, staffPauses.listSuspendedUsers, 'suspension')
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), suspendedAt: store.startOfPause(since) }))
  })

  server.serve(staffPauses.listQuarantinedWorkspaces, async (ask) => {
    await recordRead(ask, 'looked-up.quarantined-workspaces')
    const rows = await readListPage(services, ask, {
      call: staffPauses.listQuarantinedWorkspaces,
      findKey: parseDateKey,
      read: (page) => store.listPausedWorkspaces(db, page),
      keyOf: ({ since, id }) => store.keyOfPause(since, id),
    })
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), quarantinedAt: store.startOfPause(since) }))
  })
}

const withEnd = <Row extends { until: Date | null }>({ until, ...row }: Row) => ({
  ...row,
  until: until?.toISOString() ?? null,
})
