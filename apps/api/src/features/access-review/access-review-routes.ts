/** The access review of a workspace (docs/product/access-review.md#list). */
import { type Actor, accessReview } from '@portal/contract/access-review/access-review'
import { csvOf } from '../../http/lists/csv-line.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readEntryPages } from './access-review-actions.ts'
import { type ActorKey, actorBody, entryColumns, remainingKinds } from './access-review-rules.ts'
import { readReviewed } from './access-review-store.ts'

export function accessReviewRoutes(server: Server, services: Services): void {
  const { database, now } = services

  async function readPage(workspaceId: string, page: { limit: number; after: ActorKey | undefined }) {
    const actors: Actor[] = []
    const at = now()
    for (const { kind, afterId } of remainingKinds(page.after)) {
      const limit = page.limit - actors.length
      if (limit <= 0) break
      const rows = await readReviewed(database.orm, kind, { workspaceId, now: at, afterId, limit })
      actors.push(...rows.map((row) => actorBody(row, at)))
    }
    return actors
  }

  server.serve(accessReview.list, async (ask) => ({
    actors: await readListPage(services, ask, {
      call: accessReview.list,
      keyOf: ({ kind, id }: Actor): ActorKey => [kind, id],
      read: (page) => readPage(ask.params.workspaceId, page),
    }),
  }))

  server.serve(accessReview.download, async ({ params: { workspaceId } }) => {
    const at = now()
    const pages = readEntryPages(database.orm, workspaceId, at)
    return { fileName: `access-review-${workspaceId}.csv`, text: await csvOf(entryColumns(at), pages) }
  })
}
