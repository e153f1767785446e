/** Who did what in a workspace, for its owner (RULES section 6). */
import { activity } from '@portal/contract/activity'
import { listPageMaxSize } from '@portal/contract/limits'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { activityBody, csvHeader, csvRow } from './activity-rules.ts'
import { type ActivityFilter, type ActivityRow, listActivity } from './activity-store.ts'

const defaultPageSize = 100

/** What was typed as it is looked for. Nothing, where only space was typed. */
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
    // Read before the answer begins: a database that is away is still a refusal, and not a broken file.
    const first = await read()
    return { fileName: `activity-${params.workspaceId}.csv`, text: csvOf(first, read) }
  })
}

/** All pages, each read when the one before has been taken: no history is too long to hold. */
async function* csvOf(first: ActivityRow[], read: (after: string) => Promise<ActivityRow[]>) {
  yield csvHeader
  let rows = first
  while (rows.length > 0) {
    yield rows.map(csvRow).join('')
    const last = rows.at(-1)
    rows = last && rows.length === listPageMaxSize ? await read(last.id) : []
  }
}
