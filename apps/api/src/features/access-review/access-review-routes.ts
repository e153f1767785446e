/** The access review of a workspace (docs/product/access-review.md#list). */
import { accessReview, actorKinds } from '@portal/contract/access-review/access-review'
import { csvOf } from '../../http/lists/csv-line.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import {
  type ActorKey,
  actorBody,
  csvHeader,
  csvRow,
  keyOfActor,
  remainingKinds,
} from './access-review-rules.ts'
import { type ActorRow, readActors } from './access-review-store.ts'

/** Parses the `kind:id` of the last row of a page. */
function parseKey(text: string): ActorKey | undefined {
  const [kind, id] = text.split(':', 2)
  const known = actorKinds.find((each) => each === kind)
  return known && id ? [known, id] : undefined
}

export function accessReviewRoutes(server: Server, services: Services): void {
  const { database, now } = services

  async function read(workspaceId: string, page: { limit: number; after: ActorKey | undefined }) {
    const rows: ActorRow[] = []
    for (const { kind, afterId } of remainingKinds(page.after)) {
      const limit = page.limit - rows.length
      if (limit <= 0) break
      rows.push(...(await readActors(database.orm, kind, { workspaceId, now: now(), afterId, limit })))
    }
    return rows
  }

  server.serve(accessReview.list, async (ask) => {
    const rows = await readListPage(services, ask, {
      call: accessReview.list,
      keyOf: keyOfActor,
      read: (page) => read(ask.params.workspaceId, page),
    })
    return { actors: rows.map((row) => actorBody(row, now())) }
  })

  server.serve(accessReview.download, async ({ params }) => {
    const pages = readPages(
      ({ limit, after }) =>
        read(params.workspaceId, { limit, after: after === undefined ? undefined : parseKey(after) }),
      ({ kind, id }) => `${kind}:${id}`,
    )
    const text = await csvOf(csvHeader, pages, (row) => csvRow(actorBody(row, now())))
    return { fileName: `access-review-${params.workspaceId}.csv`, text }
  })
}
