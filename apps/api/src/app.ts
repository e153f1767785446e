/** Assembles the API from its plugins and features. */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import swagger, { type FastifyStaticSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { makeAuthenticator } from './features/access/authenticate.ts'
import { accountRoutes } from './features/account/account-routes.ts'
import { activityRoutes } from './features/activity/activity-routes.ts'
import { billingRoutes } from './features/billing/billing-routes.ts'
import { activeSubscriptionOf } from './features/billing/billing-rules.ts'
import { handoffRoutes } from './features/handoff/handoff-routes.ts'
import { invitationRoutes } from './features/invitations/invitation-routes.ts'
import { legalRoutes } from './features/legal/legal-routes.ts'
import { memberRoutes } from './features/members/member-routes.ts'
import { myDataRoutes } from './features/my-data/my-data-routes.ts'
import { ownershipRoutes } from './features/ownership/ownership-routes.ts'
import { makeRateLimitStore } from './features/rate-limits/rate-limit-store.ts'
import { serviceRoutes } from './features/service/service-routes.ts'
import { serviceAccountRoutes } from './features/service-accounts/service-account-routes.ts'
import { sessionRoutes } from './features/sessions/session-routes.ts'
import { identityRoutes } from './features/sign-in/identity-routes.ts'
import { signInRoutes } from './features/sign-in/sign-in-routes.ts'
import { verificationRoutes } from './features/sign-in/verification-routes.ts'
import { accountPauseRoutes } from './features/staff/pauses/account-pause-routes.ts'
import { pauseListRoutes } from './features/staff/pauses/pause-list-routes.ts'
import { workspacePauseRoutes } from './features/staff/pauses/workspace-pause-routes.ts'
import { productionWorkspaceRoutes } from './features/staff/production/production-workspace-routes.ts'
import { staffRecordRoutes } from './features/staff/records/staff-record-routes.ts'
import { signupReportRoutes } from './features/staff/reports/signup-report-routes.ts'
import { peopleRoutes } from './features/staff/search/people-routes.ts'
import { personReportRoutes } from './features/staff/search/person-report-routes.ts'
import { staffSearchRoutes } from './features/staff/search/staff-search-routes.ts'
import { workspaceReportRoutes } from './features/staff/search/workspace-report-routes.ts'
import { tokenRoutes } from './features/tokens/token-routes.ts'
import { workspaceChangeRoutes } from './features/workspaces/workspace-change-routes.ts'
import { workspaceDeletionRoutes } from './features/workspaces/workspace-deletion-routes.ts'
import { workspaceRoutes } from './features/workspaces/workspace-routes.ts'
import { readJsonBodies } from './http/body-parsers.ts'
import { answerClientError } from './http/client-errors.ts'
import { answerCors } from './http/cors.ts'
import { errorBody, handleErrors, refusalOf } from './http/errors.ts'
import { openApiDocument } from './http/openapi.ts'
import { limitFloods, makeRateLimiter } from './http/rate-limit.ts'
import { replyCompiler } from './http/reply-text.ts'
import { newRequestId } from './http/request-id.ts'
import { loggerOptions, logRequests } from './http/request-log.ts'
import { bareAnswerHeaders, referencePagePolicy, sendSecurityHeaders } from './http/security-headers.ts'
import { Server } from './http/serve.ts'
import type { Services } from './services.ts'

type StaticDocument = Extract<FastifyStaticSwaggerOptions['specification'], { document: unknown }>['document']

const bodyLimitBytes = 65_536

/** Builds the app, which the caller must close. Creates a logger if none is given. */
export async function buildApp(services: Services, log?: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: loggerOptions(config) }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
    genReqId: newRequestId,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error)
      reply.raw.writeHead(refusal.status, bareAnswerHeaders)
      reply.raw.end(JSON.stringify(errorBody(refusal, request.id)))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(replyCompiler)
  readJsonBodies(app)
  handleErrors(app, config)
  logRequests(app)

  await sendSecurityHeaders(app, config)
  await answerCors(app, config)
  limitFloods(app, config)
  await app.register(cookie)
  await app.register(formbody)
  const description = openApiDocument(config)
  // The plugin's types only cover OpenAPI 3.0, but it serves a 3.1 document unchanged.
  const document = description as unknown as StaticDocument
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: referencePagePolicy })
  app.get('/openapi.json', async () => description)

  const authenticator = makeAuthenticator({
    ...services,
    later: (work) =>
      void work.catch((error: unknown) => app.log.warn({ err: error }, 'failed to record last use')),
  })
  const limiter = makeRateLimiter(makeRateLimitStore(services.database.orm), config)
  const server = new Server(app, { config, authenticator, limiter })
  serviceRoutes(server, services)
  signInRoutes(server, services)
  verificationRoutes(server, services)
  identityRoutes(server, services)
  sessionRoutes(server, services)
  accountRoutes(server, services)
  legalRoutes(server, services)
  myDataRoutes(server, services)
  peopleRoutes(server, services)
  signupReportRoutes(server, services)
  accountPauseRoutes(server, services)
  workspacePauseRoutes(server, services)
  pauseListRoutes(server, services)
  staffSearchRoutes(server, services)
  personReportRoutes(server, { ...services, activeSubscriptionOf })
  workspaceReportRoutes(server, services)
  staffRecordRoutes(server, services)
  workspaceRoutes(server, services)
  workspaceChangeRoutes(server, services)
  workspaceDeletionRoutes(server, services)
  productionWorkspaceRoutes(server, services)
  serviceAccountRoutes(server, services)
  tokenRoutes(server, services)
  memberRoutes(server, services)
  invitationRoutes(server, services)
  ownershipRoutes(server, services)
  activityRoutes(server, services)
  billingRoutes(server, services)
  handoffRoutes(server, services)
  return app
}
