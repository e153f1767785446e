import cors, { type FastifyCorsOptions } from '@fastify/cors'
import {
  accountHeaderName,
  idempotencyKeyHeaderName,
  instanceRequestUlidHeaderName,
  requestUlidHeaderName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import { sessions } from '@portal/contract/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { bearerOf } from './access.ts'

const requestHeaders = [
  'content-type',
  requestUlidHeaderName,
  instanceRequestUlidHeaderName,
  'traceparent',
  'tracestate',
]

/** Whether a preflight announces a sign-out with an `Authorization` header. A preflight does not send the header itself. */
function announcesToken({ url, headers }: FastifyRequest): boolean {
  const names = (headers['access-control-request-headers'] ?? '').toLowerCase().split(',')
  return (
    url.split('?')[0]?.replace(/\/$/, '') === sessions.end.path &&
    headers['access-control-request-method'] === sessions.end.method &&
    names.some((name) => name.trim() === 'authorization')
  )
}

/** A workspace's web app signs out from its own origin with its instance token. */
function isTokenSignOut(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS') return announcesToken(request)
  return request.routeOptions.config.call === sessions.end && bearerOf(request) !== undefined
}

/**
 * Configures CORS. The portal's origin may send requests with cookies. A sign-out with a Bearer token is allowed from any
 * origin, without cookies. Every other cross-origin request is denied.
 */
export async function answerCors(app: FastifyInstance, config: Config): Promise<void> {
  const shared: FastifyCorsOptions = {
    // The portal judges times by the clock of the server.
    exposedHeaders: [requestUlidHeaderName, 'retry-after', 'link', 'date', xsrfHeaderName],
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
  const tokenSignOut: FastifyCorsOptions = {
    ...shared,
    origin: '*',
    methods: [sessions.end.method],
    allowedHeaders: [...requestHeaders, 'authorization'],
  }

  await app.register(cors, {
    delegator: (request, answer) => {
      if (isTokenSignOut(request)) answer(null, tokenSignOut)
      else answer(null, request.headers.origin === config.portalOrigin ? portal : others)
    },
  })
}
