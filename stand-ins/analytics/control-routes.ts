/** What scripts ask and set: the events that came, the flags that clients get. */
import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/refuse.ts'
import type { EventStore } from './event-store.ts'
import { type FlagStore, readFlags } from './flag-store.ts'

/** The calls of scripts, which no failure touches; the clients' own calls below `/api` fail with the rest. */
const controlPaths = ['/api/failure', '/api/events', '/api/flags']

export const isControlPath = (path: string) => controlPaths.includes(path.replace(/\/+$/, ''))

export function registerControlRoutes(app: FastifyInstance, events: EventStore, flags: FlagStore): void {
  app.get('/api/events', async ({ query }) => events.list({ event: formField(query, 'event') }))
  app.delete('/api/events', async (_request, reply) => {
    await events.clear()
    return reply.code(204).send()
  })

  app.get('/api/flags', async () => flags.all)
  app.put<{ Body: { userId?: unknown; flags?: unknown } | null }>('/api/flags', async ({ body }, reply) => {
    const userId = typeof body?.userId === 'string' ? body.userId : undefined
    const given = readFlags(userId === undefined ? body : body?.flags)
    if (!given)
      return refuse(reply, 400, 'ValidationError', 'A flag is true, false, or the name of a variant.')
    await flags.set(given, userId)
    return flags.all
  })
}
