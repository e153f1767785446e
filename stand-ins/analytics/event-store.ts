import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { JsonFile } from '../serving/json-file.ts'

/** An event as scripts read it. */
export interface AnalyticsEvent {
  uuid: string
  event: string
  distinct_id: string
  properties: Record<string, unknown>
  timestamp: string
  receivedAt: string
  /** Where it came in: `/e/`, `/batch/`. */
  path: string
}

type Fields = Record<string, unknown>

const mostEvents = 5_000

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(...values: unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

/** The events in a body: one, a list, or a batch. */
function eventsIn(body: unknown): Fields[] {
  if (Array.isArray(body)) return body.filter(isFields)
  if (!isFields(body)) return []
  if (Array.isArray(body.batch)) return body.batch.filter(isFields)
  return typeof body.event === 'string' ? [body] : []
}

function eventOf(sent: Fields, path: string): AnalyticsEvent {
  const properties = isFields(sent.properties) ? { ...sent.properties } : {}
  // Recordings are large and unused here.
  if (sent.event === '$snapshot') delete properties.$snapshot_data
  const receivedAt = new Date().toISOString()
  return {
    uuid: textOf(sent.uuid) || randomUUID(),
    event: textOf(sent.event),
    distinct_id: textOf(sent.distinct_id, sent.$distinct_id, properties.distinct_id, properties.$distinct_id),
    properties: {
      ...properties,
      ...(isFields(sent.$set) ? { $set: sent.$set } : {}),
      ...(isFields(sent.$set_once) ? { $set_once: sent.$set_once } : {}),
    },
    timestamp: textOf(sent.timestamp) || receivedAt,
    receivedAt,
    path,
  }
}

/** The newest few thousand events. Restarts keep them. */
export class EventStore {
  readonly #file: JsonFile<{ events: AnalyticsEvent[] }>

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'events.json'), { events: [] })
  }

  /** Stores the events of a body. Ignores events that a client sent before. */
  add(body: unknown, path: string): void {
    const { events } = this.#file.value
    const known = new Set(events.slice(-mostEvents).map(({ uuid }) => uuid))
    const taken = eventsIn(body).map((sent) => eventOf(sent, path))
    events.push(...taken.filter(({ uuid }) => !known.has(uuid)))
    events.splice(0, Math.max(0, events.length - mostEvents))
    this.#file.saveSoon()
  }

  /** Lists events, newest first, filtered by a part of the name or by the exact name. */
  list(filter: { event?: string; containing?: string } = {}): AnalyticsEvent[] {
    const part = filter.containing?.toLowerCase() ?? ''
    return this.#file.value.events
      .filter(({ event }) => !filter.event || event === filter.event)
      .filter(({ event, distinct_id: id }) => `${event}\n${id}`.toLowerCase().includes(part))
      .reverse()
  }

  async clear(): Promise<void> {
    this.#file.value.events.length = 0
    await this.#file.save()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
