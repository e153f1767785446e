/** The accounts and workspaces that are paused, for staff (SPEC sections 2, 3 and 7; RULES sections 6 and 9). */
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

/** `since` is there in every row: it is what the lists are of. */
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
