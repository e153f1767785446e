/** The events of a workspace, for its owner's programs. See docs/product/events.md. */
import { events, latestEvent } from '@portal/contract/events/events'
import { logPageDefaultSize } from '@portal/contract/limits'
import { isUlid } from '@portal/contract/text/text-rules'
import { invalid, Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { eventBody } from './event-actions.ts'
import { findLatest, findPosition, listEvents } from './event-store.ts'

export function eventRoutes(server: Server, { database }: Services): void {
  /** @throws Refusal `ValidationError` for an id that no answer of this workspace contained. */
  async function positionOf(workspaceId: string, id: string): Promise<number> {
    const position = isUlid(id) ? await findPosition(database.orm, workspaceId, id) : undefined
    if (position === undefined)
      throw invalid(
        'after',
        'This workspace has no event with this id. Use `next` of the previous answer, or leave out `after` to start again.',
      )
    return position
  }

  server.serve(events.list, async ({ params: { workspaceId }, query, caller }) => {
    // Its token acts with the owner's role, but approvers create such tokens too.
    if (caller.token?.serviceAccount)
      throw new Refusal('NotAllowed', "A service account can't read events. Use an API token of the owner.")
    if (query.after === latestEvent)
      return { events: [], next: (await findLatest(database, workspaceId)) ?? null }
    const after = query.after ? await positionOf(workspaceId, query.after) : 0
    const limit = Number(query.limit ?? logPageDefaultSize)
    const rows = await listEvents(database, workspaceId, { limit, after })
    return { events: rows.map(eventBody), next: rows.at(-1)?.id ?? query.after ?? null }
  })
}
