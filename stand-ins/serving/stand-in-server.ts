import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'
import { refuse } from './refuse.ts'

/** A stand-in, built but not yet listening. */
export interface StandIn {
  /** Listens on the loopback addresses. Returns them for the log. */
  listen(): Promise<string>
  /** Closes connections and writes pending changes. */
  close(): Promise<void>
}

function wantsJson(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || !(request.headers.accept ?? '').includes('text/html')
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  standIn: string,
  problem: { statusCode: number; type: string; title: string; message: string },
): FastifyReply {
  if (wantsJson(request)) return refuse(reply, problem.statusCode, problem.type, problem.message)
  const body = html`<div class="card"><h1>${problem.title}</h1><p>${problem.message}</p></div>`
  return sendPage(reply, problem.statusCode, { title: problem.title, standIn, body })
}

/** The base of every stand-in: forms, cookies, plain error pages and an immediate close. */
export async function createStandInServer(standIn: string): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } })
  await app.register(formbody)
  await app.register(cookie)

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const statusCode = error.statusCode ?? 500
    if (statusCode >= 500) {
      console.error(`${standIn}: ${request.method} ${request.url.split('?', 1)[0]} failed:`, error)
      const title = 'Something went wrong'
      return sendProblem(request, reply, standIn, {
        statusCode: 500,
        type: 'InternalError',
        title,
        message: 'This stand-in could not answer. Its log says why.',
      })
    }
    const title = 'This request cannot be read'
    return sendProblem(request, reply, standIn, {
      statusCode,
      type: 'ValidationError',
      title,
      message: error.message,
    })
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, standIn, {
      statusCode: 404,
      type: 'NotFound',
      title: 'There is no such page',
      message: 'Nothing is at this address.',
    }),
  )
  return app
}
