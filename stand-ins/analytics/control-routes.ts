/** The calls for scripts: received events and flags. */
import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/refuse.ts'
import type { EventStore } from './event-store.ts'
import { type FlagStore, readFlags } from './flag-store.ts'

/** Failures don't affect the calls for scripts. They do affect the clients' calls below `/api`. */
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
