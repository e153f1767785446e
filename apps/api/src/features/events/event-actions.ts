/** Events as programs and webhooks receive them. See docs/product/events.md. */
import type { Event } from '@portal/contract/events/events'
import type { Orm } from '../../db/database.ts'
import { type EventRow, listEventsById } from './event-store.ts'

function actorOf({ actorUserId, actorServiceAccountId, actorName, isAutomatic }: EventRow): Event['actor'] {
  if (actorServiceAccountId) return { kind: 'service-account', id: actorServiceAccountId, name: actorName }
  if (actorUserId) return { kind: 'user', id: actorUserId, name: actorName }
  return { kind: isAutomatic ? 'system' : 'staff', id: null, name: null }
}

export function eventBody(row: EventRow): Event {
  const { id, type, at, subject, ipAddress, tokenName } = row
  return { id, type, at: at.toISOString(), actor: actorOf(row), subject, data: { ipAddress, tokenName } }
}

/** Returns the events with these ids as they are now, without those that don't exist in the workspace. */
export async function findEvents(db: Orm, workspaceId: string, ids: string[]): Promise<Event[]> {
  return (await listEventsById(db, workspaceId, ids)).map(eventBody)
}
