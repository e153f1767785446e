import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { registerFailureSwitch } from '../serving/failure-switch.ts'
import { formField } from '../serving/form-field.ts'
import { parseBody } from '../serving/json-body.ts'
import { sendPage } from '../serving/page.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { registerClientRoutes } from './client-routes.ts'
import { eventsPage, standIn } from './event-pages.ts'
import { EventStore } from './event-store.ts'
import { FlagStore, flagsShape } from './flag-store.ts'

/** Failures don't affect the calls for scripts. They do affect the clients' calls below `/api`. */
const controlPaths = ['/api/failure', '/api/events', '/api/flags']

/** The analytics service receives events, serves flags and shows the received events. */
export async function buildAnalytics(settings: { port: number; dataFolder: string }): Promise<StandIn> {
  const events = new EventStore(settings.dataFolder)
  const flags = new FlagStore(settings.dataFolder)
  const app = await createStandInServer(standIn)
  // Every origin may call and read all responses, because any page can use the client.
  await app.register(cors, {
    origin: true,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: 'retry-after',
    maxAge: 86_400,
  })
  registerFailureSwitch(app, undefined, (path) => controlPaths.includes(path.replace(/\/+$/, '')))
  registerControlRoutes(app, events, flags)
  await app.register(async (scope) => registerClientRoutes(scope, events, flags))
  app.addHook('onClose', async () => {
    await Promise.all([events.close(), flags.close()])
  })
  return standInAt(app, settings.port)
}

/** The page, and the calls for scripts. */
function registerControlRoutes(app: FastifyInstance, events: EventStore, flags: FlagStore): void {
  app.get('/', async ({ query }, reply) =>
    sendPage(reply, 200, eventsPage(events, flags, formField(query, 'search'))),
  )

  app.get('/api/events', async ({ query }) => events.list({ event: formField(query, 'event') }))
  app.delete('/api/events', async (_request, reply) => {
    await events.clear()
    return reply.code(204).send()
  })

  app.get('/api/flags', async () => flags.all)
  app.put<{ Body: { userId?: unknown; flags?: unknown } | null }>('/api/flags', async ({ body }) => {
    const userId = typeof body?.userId === 'string' ? body.userId : undefined
    await flags.set(parseBody(flagsShape, userId === undefined ? body : body?.flags), userId)
    return flags.all
  })
}
