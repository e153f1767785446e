import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { type FastifyError, type FastifyInstance, fastify } from 'fastify'
import { refuse } from './json-body.ts'
import { noticePage, sendPage } from './page.ts'

/** A stand-in, built but not yet listening. */
export interface StandIn {
  /** Where it is, once it listens. */
  origin: string
  /** Listens on the loopback addresses. Returns them for the log. */
  listen(): Promise<string>
  /** Closes connections and writes pending changes. */
  close(): Promise<void>
}

/** The base of every stand-in: forms, cookies, plain error pages and an immediate close. */
export async function createStandInServer(standIn: string): Promise<FastifyInstance> {
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  await app.register(formbody)
  await app.register(cookie)

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isOurs = error.statusCode === undefined || error.statusCode >= 500
    if (isOurs) console.error(`${standIn}: ${request.method} ${request.url.split('?', 1)[0]} failed:`, error)
    const [statusCode, type, title, message] = isOurs
      ? [500, 'InternalError', 'Something went wrong', 'This stand-in could not answer. Its log says why.']
      : [error.statusCode ?? 400, 'ValidationError', 'This request cannot be read', error.message]
    return wantsPage(request)
      ? sendPage(reply, statusCode, noticePage(standIn, title, message))
      : refuse(reply, statusCode, type, message)
  })
  app.setNotFoundHandler((request, reply) => {
    const message = 'Nothing is at this address.'
    return wantsPage(request)
      ? sendPage(reply, 404, noticePage(standIn, 'There is no such page', message))
      : refuse(reply, 404, 'NotFound', message)
  })
  return app
}

function wantsPage({ url, headers }: { url: string; headers: { accept?: string } }): boolean {
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

/** @param port 0 for any free port */
export function standInAt(app: FastifyInstance, port: number): StandIn {
  const standIn: StandIn = {
    origin: '',
    async listen() {
      // Browsers may resolve `localhost` to 127.0.0.1 or ::1. Fastify listens on both.
      const { port: taken } = new URL(await app.listen({ host: 'localhost', port }))
      standIn.origin = `http://localhost:${taken}`
      return standIn.origin
    },
    close: () => app.close(),
  }
  return standIn
}
