/** The activity log of a workspace, for its owner. See docs/product/workspaces.md#activity. */
import { type Activity, type ActivityAct, activity } from '@portal/contract/activity/activity'
import { logPageDefaultSize } from '@portal/contract/limits'
import { isUlid } from '@portal/contract/text/text-rules'
import { serviceAccountOf } from '../../guard/caller.ts'
import { csvOf } from '../../http/lists/csv-line.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { type ActivityFilter, type ActivityRow, findOldestSearched, listActivity } from './activity-store.ts'

export function activityRoutes(server: Server, services: Services): void {
  const { database } = services

  /** Trims the search text. Text that is only spaces means no search. */
  async function filterOf(workspaceId: string, { act, search }: ActivityFilter): Promise<ActivityFilter> {
    const filter = { act, search: search?.trim().normalize('NFC') }
    if (!filter.act && !filter.search) return filter
    return { ...filter, oldest: await findOldestSearched(database, workspaceId) }
  }

  server.serve(activity.list, async (ask) => {
    const { workspaceId } = ask.params
    const filter = await filterOf(workspaceId, ask.query)
    const rows = await readListPage(services, ask, {
      call: activity.list,
      defaultLimit: logPageDefaultSize,
      keyOf: ({ id }: ActivityRow) => [id] as const,
      findKey: (id) => (isUlid(id) ? ([id] as const) : undefined),
      read: ({ limit, after }) =>
        listActivity(database, workspaceId, { ...filter, isKnown: true }, { limit, after: after?.[0] }),
    })
    return rows.map(activityBody)
  })

  server.serve(activity.download, async ({ params: { workspaceId }, query }) => {
    const filter = await filterOf(workspaceId, query)
    const pages = readPages(
      (page) => listActivity(database, workspaceId, filter, page),
      ({ id }) => id,
    )
    return { fileName: `activity-${workspaceId}.csv`, text: await csvOf(columns, pages) }
  })
}

function activityBody(row: ActivityRow): Activity {
  return {
    id: row.id,
    at: row.at.toISOString(),
    act: row.act as ActivityAct,
    actor: {
      userId: row.actorUserId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      serviceAccount: serviceAccountOf(row),
      tokenName: row.tokenName,
    },
    subject: row.subject,
    ipAddress: row.ipAddress,
  }
}

const columns = {
  Time: ({ at }: ActivityRow) => at.toISOString(),
  Act: ({ act }: ActivityRow) => act,
  'First name': ({ firstName }: ActivityRow) => firstName,
  'Last name': ({ lastName }: ActivityRow) => lastName,
  Email: ({ email }: ActivityRow) => email,
  Subject: ({ subject }: ActivityRow) => subject,
  'IP address': ({ ipAddress }: ActivityRow) => ipAddress,
  'Service account': ({ serviceAccountName }: ActivityRow) => serviceAccountName,
  'API token': ({ tokenName }: ActivityRow) => tokenName,
}
