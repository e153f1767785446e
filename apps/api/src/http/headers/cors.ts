import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { acceptsInstanceToken } from '@portal/contract/endpoint'
import {
  accountHeaderName,
  idempotencyKeyHeaderName,
  instanceRequestUlidHeaderName,
  requestUlidHeaderName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { findCallAt } from '../methods-at.ts'

const requestHeaders = [
  'content-type',
  requestUlidHeaderName,
  instanceRequestUlidHeaderName,
  'traceparent',
  'tracestate',
]

/** Whether the request, or the one that a preflight announces, is a call that instance tokens may make. */
function isCallOfInstances({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  const announced = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined
  const call = announced === undefined ? routeOptions.config.call : findCallAt(url, announced)
  return call !== undefined && acceptsInstanceToken(call)
}

/** Whether the header names one origin. Sandboxed pages and files send `null`, which any page can be made to send. */
function isWebOrigin(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === origin && origin !== 'null'
}

/**
 * Configures CORS. The portal's origin may send requests with cookies. The web app of an instance runs on an origin of its own,
 * which may make the calls that its token allows. It sends them with credentials, but its token alone counts: cookies that the
 * browser adds are dropped. Every other cross-origin request is denied.
 */
export async function answerCors(app: FastifyInstance, config: Config): Promise<void> {
  const shared: FastifyCorsOptions = {
    // The portal judges times by the clock of the server.
    exposedHeaders: ['retry-after', 'link', 'date', xsrfHeaderName],
    maxAge: 600,
    // An OPTIONS request that is not a preflight is answered like one, instead of with the plugin's own error text.
    strictPreflight: false,
  }
  const others: FastifyCorsOptions = {
    ...shared,
    origin: [config.portalOrigin],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...requestHeaders, accountHeaderName, idempotencyKeyHeaderName, xsrfHeaderName],
  }
  const portal: FastifyCorsOptions = { ...others, credentials: true }
  const instances: FastifyCorsOptions = {
    ...shared,
    // The origin of the request.
    origin: true,
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: [...requestHeaders, 'authorization'],
  }
  const optionsFor = (request: FastifyRequest) => {
    const { origin } = request.headers
    if (origin === config.portalOrigin) return portal
    return origin !== undefined && isWebOrigin(origin) && isCallOfInstances(request) ? instances : others
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    if (headers.origin !== undefined && headers.origin !== config.portalOrigin && isCallOfInstances(request))
      delete headers.cookie
    done()
  })
  await app.register(cors, { delegator: (request, answer) => answer(null, optionsFor(request)) })
}
