/** The access review of a workspace (docs/product/access-review.md#list). */
import { type Actor, accessReview, actorKinds } from '@portal/contract/access-review/access-review'
import { csvOf } from '../../http/lists/csv-line.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { type ActorKey, actorBody, actorColumns, remainingKinds } from './access-review-rules.ts'
import { readActors } from './access-review-store.ts'

/** Parses the `kind:id` of the last row of a page. */
function parseKey(text: string): ActorKey | undefined {
  const [kind, id] = text.split(':', 2)
  const known = actorKinds.find((each) => each === kind)
  return known && id ? [known, id] : undefined
}

export function accessReviewRoutes(server: Server, services: Services): void {
  const { database, now } = services

  async function readPage(workspaceId: string, page: { limit: number; after: ActorKey | undefined }) {
    const actors: Actor[] = []
    const at = now()
    for (const { kind, afterId } of remainingKinds(page.after)) {
      const limit = page.limit - actors.length
      if (limit <= 0) break
      const rows = await readActors(database.orm, kind, { workspaceId, now: at, afterId, limit })
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
    const pages = readPages(
      ({ limit, after }) =>
        readPage(workspaceId, { limit, after: after === undefined ? undefined : parseKey(after) }),
      ({ kind, id }) => `${kind}:${id}`,
    )
    return { fileName: `access-review-${workspaceId}.csv`, text: await csvOf(actorColumns, pages) }
  })
}
