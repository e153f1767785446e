/** The paused accounts and workspaces. See docs/product/staff.md#the-admin-page. */
import { people } from '@portal/contract/people'
import { workspaces } from '@portal/contract/workspaces'
import { readPageKey } from '../../../http/page-key.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { listPausedAccounts, listPausedWorkspaces, type PausePage } from './pause-list-store.ts'

function pageOf(query: { limit?: string | undefined; after?: string | undefined }): PausePage {
  const key = readPageKey(query.after)
  return {
    limit: query.limit === undefined ? undefined : Number(query.limit),
    after: key && { since: key.at, id: key.name },
  }
}

/** Every listed row has `since`, because the query filters by it. */
const iso = (instant: Date | null) => instant?.toISOString() ?? ''

export function pauseListRoutes(server: Server, { database }: Services): void {
  const db = database.orm

  server.serve(people.listQuarantined, async ({ query }) => {
    const rows = await listPausedAccounts(db, 'quarantine', pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      quarantinedAt: iso(since),
    }))
  })

  server.serve(people.listSuspended, async ({ query }) => {
    const rows = await listPausedAccounts(db, 'suspension', pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      suspendedAt: iso(since),
    }))
  })

  server.serve(workspaces.listQuarantined, async ({ query }) => {
    const rows = await listPausedWorkspaces(db, pageOf(query))
    return rows.map(({ since, until, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      quarantinedAt: iso(since),
    }))
  })
}
