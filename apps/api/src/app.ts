/** Assembles the API from its plugins and features. */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { makeAuthenticator } from './guard/authenticator.ts'
import { CallerSlots } from './guard/caller-slots.ts'
import { limitFloods, makeRateLimiter } from './guard/rate-limit.ts'
import { answerClientError, errorBody, handleErrors, refusalOf } from './http/errors/errors.ts'
import { answerCors } from './http/headers/cors.ts'
import { bareAnswerHeaders, sendSecurityHeaders } from './http/headers/security-headers.ts'
import { readJsonBodies } from './http/input/accepted-input.ts'
import { checkForwardedFor } from './http/input/client-address.ts'
import { loggerOptions, logRequests, newRequestId } from './http/logs/request-log.ts'
import { overloadLimits, shedLoad } from './http/overload.ts'
import { referenceRoutes } from './http/reference-page/reference-routes.ts'
import { Server } from './http/serve.ts'
import { nounTexts, registerNouns } from './nouns.ts'
import type { Services } from './services.ts'

const bodyLimitBytes = 65_536
const headersTimeoutMs = 15_000
/** Longer than docs/operations.md allows the proxy, so that it never uses a connection that was just closed. */
const idleTimeoutMs = 65_000

/**
 * Builds the app, which the caller must close. Creates a logger if none is given.
 * @param observe adds hooks that see every request, also one that a later hook refuses
 */
export async function buildApp(
  services: Services,
  log?: FastifyBaseLogger,
  observe?: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const { config, now, onShed, onForwardedForIgnored } = services
  /** A request that is not complete in time is answered with 408. */
  const requestTimeout = config.REQUEST_TIMEOUT_SECONDS * 1_000
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: loggerOptions(config) }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
    genReqId: newRequestId,
    requestTimeout,
    connectionTimeout: idleTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    http: {
      // The cookies of all applications on this host. Node's own limit is 16 KB.
      maxHeaderSize: 65_536,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeout),
      connectionsCheckingInterval: 1_000,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error)
      request.log.info({ status: refusal.status, type: refusal.type }, 'answered')
      reply.raw.writeHead(refusal.status, bareAnswerHeaders)
      reply.raw.end(JSON.stringify(errorBody(refusal, request.id)))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // The hooks of a request run in the order of these lines: see docs/architecture.md#from-socket-to-answer.
  observe?.(app)
  if (config.TRUSTED_PROXIES.length > 0) checkForwardedFor(app, onForwardedForIgnored)
  readJsonBodies(app)
  handleErrors(app, config)
  logRequests(app)

  await sendSecurityHeaders(app, config)
  await answerCors(app, config)
  await shedLoad(app, { poolState: () => services.database.poolState(), onShed }, overloadLimits(config))
  limitFloods(app, config)
  await app.register(cookie)
  await app.register(formbody)
  referenceRoutes(app, config, nounTexts)

  const authenticator = makeAuthenticator({
    ...services,
    later: (work) =>
      void work.catch((error: unknown) => app.log.warn({ err: error }, 'failed to record last use')),
  })
  const slots = new CallerSlots(() => onShed('account'))
  const limiter = makeRateLimiter(services.database.orm, config, now)
  const server = new Server(app, { config, authenticator, slots, limiter, now })
  registerNouns(server, services)
  return app
}
