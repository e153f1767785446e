/** The paused accounts and workspaces. See docs/product/staff.md#the-admin-page. */
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { parseDateKey } from '../../../http/lists/date-key.ts'
import { readListPage } from '../../../http/lists/list-page.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordListRead } from '../records/staff-record-store.ts'
import { keyOfPause, listPausedAccounts, listPausedWorkspaces, startOfPause } from './pause-list-store.ts'
import type { AccountPause } from './pause-store.ts'

const withEnd = <Row extends { until: Date | null }>({ until, ...row }: Row) => ({
  ...row,
  until: until?.toISOString() ?? null,
})

type ListCall =
  | typeof staffPauses.listQuarantinedUsers
  | typeof staffPauses.listSuspendedUsers
  | typeof staffPauses.listQuarantinedWorkspaces

export function pauseListRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  const recordRead = (
    { caller, request }: Ask<ListCall>,
    act: 'looked-up.paused-accounts' | 'looked-up.quarantined-workspaces',
    after: { pause?: AccountPause } = {},
  ) => recordListRead(db, { staffUserId: caller.person.id, act, after, ipAddress: request.ip, at: now() })

  server.serve(staffPauses.listQuarantinedUsers, async (ask) => {
    await recordRead(ask, 'looked-up.paused-accounts', { pause: 'quarantine' })
    const rows = await readListPage(services, ask, {
      call: staffPauses.listQuarantinedUsers,
      findKey: parseDateKey,
      read: (page) => listPausedAccounts(db, 'quarantine', page),
      keyOf: ({ since, userId }) => keyOfPause(since, userId),
    })
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), quarantinedAt: startOfPause(since) }))
  })

  server.serve(staffPauses.listSuspendedUsers, async (ask) => {
    await recordRead(ask, 'looked-up.paused-accounts', { pause: 'suspension' })
    const rows = await readListPage(services, ask, {
      call: staffPauses.listSuspendedUsers,
      findKey: parseDateKey,
      read: (page) => listPausedAccounts(db, 'suspension', page),
      keyOf: ({ since, userId }) => keyOfPause(since, userId),
    })
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), suspendedAt: startOfPause(since) }))
  })

  server.serve(staffPauses.listQuarantinedWorkspaces, async (ask) => {
    await recordRead(ask, 'looked-up.quarantined-workspaces')
    const rows = await readListPage(services, ask, {
      call: staffPauses.listQuarantinedWorkspaces,
      findKey: parseDateKey,
      read: (page) => listPausedWorkspaces(db, page),
      keyOf: ({ since, id }) => keyOfPause(since, id),
    })
    return rows.map(({ since, ...row }) => ({ ...withEnd(row), quarantinedAt: startOfPause(since) }))
  })
}
