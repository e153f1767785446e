/** The events of a workspace, for its owner's programs. See docs/product/events.md. */
import { type Event, events } from '@portal/contract/events/events'
import { logPageDefaultSize } from '@portal/contract/limits'
import { isUlid } from '@portal/contract/text/text-rules'
import { invalid } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { type EventRow, findPosition, listEvents } from './event-store.ts'

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

  server.serve(events.list, async ({ params: { workspaceId }, query }) => {
    const after = query.after ? await positionOf(workspaceId, query.after) : 0
    const limit = Number(query.limit ?? logPageDefaultSize)
    const rows = await listEvents(database, workspaceId, { limit, after })
    return { events: rows.map(eventBody), next: rows.at(-1)?.id ?? query.after ?? null }
  })
}

function actorOf({ actorUserId, actorServiceAccountId, actorName, isAutomatic }: EventRow): Event['actor'] {
  if (actorServiceAccountId) return { kind: 'service-account', id: actorServiceAccountId, name: actorName }
  if (actorUserId) return { kind: 'user', id: actorUserId, name: actorName }
  return { kind: isAutomatic ? 'system' : 'staff', id: null, name: null }
}

/** Converts a row to the body that programs and webhooks receive. */
function eventBody(row: EventRow): Event {
  const { id, type, at, subject, ipAddress, tokenName } = row
  return { id, type, at: at.toISOString(), actor: actorOf(row), subject, data: { ipAddress, tokenName } }
}
