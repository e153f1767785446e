/** Logs one line per request, without its query string, headers, cookies or body. See docs/product/sessions.md#tokens-in-logs. */
import { randomBytes } from 'node:crypto'
import { requestUlidOf } from '@portal/contract/request-ulid'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'

/** The id of a request in the logs and in every error body. One random draw makes it. By default, the library draws 16 times. */
export function newRequestId(): string {
  const bytes = randomBytes(16).values()
  return ulid(undefined, () => (bytes.next().value ?? 0) / 256)
}

export function loggerOptions(config: Config): LoggerOptions {
  return {
    level: config.LOG_LEVEL,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        // Never the path itself, which may contain a code.
        path: request.routeOptions?.url ?? 'unknown',
        remoteAddress: request.ip,
      }),
      err: errorLine,
    },
  }
}

/** Load balancers request these every few seconds, so only their failures are worth a line. */
const healthProbes = new Set(['service.live', 'service.ready'])

/** Logs the call, route, status, type of the error, duration and the client's request ulid once the response has been sent. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const requestUlid = requestUlidOf(request.headers)
    const call = request.routeOptions.config.call?.name
    const isProbe = call !== undefined && healthProbes.has(call) && reply.statusCode < 400
    request.log[isProbe ? 'debug' : 'info'](
      {
        call,
        requestUlid,
        req: request,
        status: reply.statusCode,
        type: request.errorType,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
    done()
  })
}

/** Logs only type, message and stack. Some errors also carry the request, the response or query parameters. */
function errorLine(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { name, code } = error as Error & { code?: unknown }
  // Drizzle puts the query's values into the message, and its errors have no distinct name.
  const isQuery = error.message.startsWith('Failed query:')
  return {
    type: name,
    message: isQuery ? 'a query failed' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isQuery ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: errorLine(error.cause) } : {}),
  }
}
