/** One line a request, and nothing secret in it: no query string, header, cookie or body (RULES section 3). */
import { requestUlidOf } from '@portal/contract/request-ulid'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '../config.ts'

export function loggerOptions(config: Config): LoggerOptions {
  return {
    level: config.LOG_LEVEL,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.routeOptions?.url ?? pathOnly(request.url),
        remoteAddress: request.ip,
      }),
      err: errorLine,
    },
  }
}

/** One line when a request has been answered: the call, its route, the status, the time, and the browser's ulid. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const requestUlid = requestUlidOf(request.headers)
    const call = request.routeOptions.config.call?.name
    request.log.info(
      {
        call,
        requestUlid,
        req: request,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
    done()
  })
}

function pathOnly(url: string | undefined): string {
  return (url ?? '').split('?')[0] ?? ''
}

/** Type, message and stack: never the request, the parameters of a query or a response that hang on some errors. */
function errorLine(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { name, code } = error as Error & { code?: unknown }
  // Drizzle's error has the values in its message, and no name of its own.
  const isQuery = error.message.startsWith('Failed query:')
  return {
    type: name,
    message: isQuery ? 'a query failed' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isQuery ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: errorLine(error.cause) } : {}),
  }
}
