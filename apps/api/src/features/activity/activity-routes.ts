/** The activity log of a workspace, for its owner. See docs/product/workspaces.md#activity. */
import { activity } from '@portal/contract/activity'
import { logPageDefaultSize } from '@portal/contract/limits'
import { isUlid } from '@portal/contract/text-rules'
import { readListPage } from '../../http/list-page.ts'
import { readPages } from '../../http/read-pages.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { activityBody, csvHeader, csvRow } from './activity-rules.ts'
import { type ActivityFilter, type ActivityRow, listActivity, listKnownActivity } from './activity-store.ts'

/** Trims the search text. Text that is only spaces means no search. */
const filterOf = (query: ActivityFilter): ActivityFilter => ({
  act: query.act,
  search: query.search?.trim().normalize('NFC'),
})

export function activityRoutes(server: Server, services: Services): void {
  const { database } = services

  server.serve(activity.list, async (ask) => {
    const { params, query, reply } = ask
    const isAbandoned = () => reply.raw.destroyed
    const rows = await readListPage(services, ask, {
      call: activity.list,
      defaultLimit: logPageDefaultSize,
      keyOf: ({ id }: ActivityRow) => [id] as const,
      findKey: (id) => (isUlid(id) ? ([id] as const) : undefined),
      read: ({ limit, after }) =>
        listKnownActivity(database, params.workspaceId, filterOf(query), {
          limit,
          after: after?.[0],
          isAbandoned,
        }),
    })
    return rows.map(activityBody)
  })

  server.serve(activity.download, async ({ params, query, reply }) => {
    const isAbandoned = () => reply.raw.destroyed
    const pages = readPages(
      (page) => listActivity(database, params.workspaceId, filterOf(query), { ...page, isAbandoned }),
      ({ id }) => id,
    )
    // Read the first page before the response starts, so that a database error is still a 503 and not a truncated
    // file.
    const { value: first } = await pages.next()
    return { fileName: `activity-${params.workspaceId}.csv`, text: csvOf(first ?? [], pages) }
  })
}

async function* csvOf(first: ActivityRow[], others: AsyncIterable<ActivityRow[]>) {
  yield csvHeader + first.map(csvRow).join('')
  for await (const rows of others) yield rows.map(csvRow).join('')
}
