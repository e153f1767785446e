/** The activity log of a workspace, for its owner. See docs/product/workspaces.md#activity. */
import { activity } from '@portal/contract/activity'
import { listPageMaxSize } from '@portal/contract/limits'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { activityBody, csvHeader, csvRow } from './activity-rules.ts'
import { type ActivityFilter, type ActivityRow, listActivity } from './activity-store.ts'

const defaultPageSize = 100

/** Trims the search text. Text that is only spaces means no search. */
const filterOf = (query: ActivityFilter): ActivityFilter => ({
  act: query.act,
  search: query.search?.trim().normalize('NFC'),
})

export function activityRoutes(server: Server, { database }: Services): void {
  const db = database.orm

  server.serve(activity.list, async ({ params, query }) => {
    const page = { limit: Number(query.limit ?? defaultPageSize), after: query.after }
    const rows = await listActivity(db, params.workspaceId, filterOf(query), page)
    return rows.map(activityBody)
  })

  server.serve(activity.download, async ({ params, query }) => {
    const read = (after?: string) =>
      listActivity(db, params.workspaceId, filterOf(query), { limit: listPageMaxSize, after })
    // Read the first page before the response starts, so that a database error is still a 503 and not a truncated
    // file.
    const first = await read()
    return { fileName: `activity-${params.workspaceId}.csv`, text: csvOf(first, read) }
  })
}

/** Reads one page at a time, so that a long history is never held in memory. */
async function* csvOf(first: ActivityRow[], read: (after: string) => Promise<ActivityRow[]>) {
  yield csvHeader
  let rows = first
  while (rows.length > 0) {
    yield rows.map(csvRow).join('')
    const last = rows.at(-1)
    rows = last && rows.length === listPageMaxSize ? await read(last.id) : []
  }
}
