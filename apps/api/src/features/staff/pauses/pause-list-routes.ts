/** The paused accounts and workspaces. See docs/product/staff.md#the-admin-page. */
import { staffPauses } from '@portal/contract/staff/pauses'
import { readPageKey } from '../../../http/page-key.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordListRead } from '../records/staff-record-store.ts'
import { listPausedAccounts, listPausedWorkspaces, type PausePage } from './pause-list-store.ts'
import type { AccountPause } from './pause-store.ts'

function pageOf(query: { limit?: string | undefined; after?: string | undefined }): PausePage {
  const key = readPageKey(query.after)
  return {
    limit: query.limit === undefined ? undefined : Number(query.limit),
    after: key && { since: key.at, id: key.name },
  }
}

/** Every listed row has `since`, because the query filters by it. */
const iso = (instant: Date | null) => instant?.toISOString() ?? ''

type ListCall =
  | typeof staffPauses.listQuarantinedUsers
  | typeof staffPauses.listSuspendedUsers
  | typeof staffPauses.listQuarantinedWorkspaces

export function pauseListRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  const recordRead = (
    { caller, request }: Ask<ListCall>,
    act: 'looked-up.paused-accounts' | 'looked-up.quarantined-workspaces',
    after: { pause?: AccountPause } = {},
  ) => recordListRead(db, { staffUserId: caller.person.id, act, after, ipAddress: request.ip, at: now() })

  server.serve(staffPauses.listQuarantinedUsers, async (ask) => {
    const { query } = ask
    await recordRead(ask, 'looked-up.paused-accounts', { pause: 'quarantine' })
    const rows = await listPausedAccounts(db, 'quarantine', pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      quarantinedAt: iso(since),
    }))
  })

  server.serve(staffPauses.listSuspendedUsers, async (ask) => {
    const { query } = ask
    await recordRead(ask, 'looked-up.paused-accounts', { pause: 'suspension' })
    const rows = await listPausedAccounts(db, 'suspension', pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      suspendedAt: iso(since),
    }))
  })

  server.serve(staffPauses.listQuarantinedWorkspaces, async (ask) => {
    const { query } = ask
    await recordRead(ask, 'looked-up.quarantined-workspaces')
    const rows = await listPausedWorkspaces(db, pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      quarantinedAt: iso(since),
    }))
  })
}
