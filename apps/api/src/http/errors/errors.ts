/** Sends every error with the same body shape, without paths, stack traces or SQL. See docs/product/errors.md#error-bodies. */
import type { Socket } from 'node:net'
import { declaredErrors, type Endpoint } from '@portal/contract/endpoint'
import {
  type ErrorBody,
  type ErrorType,
  type OAuthErrorBody,
  type PlainErrorBody,
  universalErrors,
} from '@portal/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'
import { asDatabaseUnavailable } from '../../db/database-errors.ts'
import { bearerOf } from '../../guard/access.ts'
import { bareAnswerHeaders } from '../headers/security-headers.ts'
import { methodsAt } from '../methods-at.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The type of the error that was sent. */
    errorType: ErrorType | undefined
  }
}

const byFastifyCode: Record<string, [ErrorType, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', 'Send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['ValidationError', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['ValidationError', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'ValidationError',
    'The length of the body does not match the Content-Length header.',
  ],
  FST_ERR_BAD_URL: ['ValidationError', 'The URL is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: ['ValidationError', 'The request is not valid.'],
}

function fromValidation(error: FastifyError): Refusal | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const issues = error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'Invalid',
  }))
  const [first] = issues
  return new Refusal('ValidationError', first ? first.message : 'The request is not valid.', { issues })
}

/** Converts any thrown value to the refusal that is sent for it. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const unavailable = asDatabaseUnavailable(error)
  if (unavailable)
    return new Refusal('DatabaseUnavailable', 'The service cannot reach its database. Try again soon.', {
      cause: unavailable,
    })
  const known = (error ?? {}) as FastifyError
  const validation = fromValidation(known)
  if (validation) return validation
  const named = byFastifyCode[known.code]
  if (named) return new Refusal(named[0], named[1])
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500)
    return new Refusal('ValidationError', 'The request is not valid.')
  return new Refusal(
    'InternalError',
    'Something went wrong on our side. Try again. If it happens again, contact support with the request id.',
    { cause: error },
  )
}

function factsOf({ details: { issues, roles, choices, limit } }: Refusal, requestId: string) {
  return {
    requestId,
    ...(issues ? { issues } : {}),
    ...(roles ? { roles: [...roles] } : {}),
    ...(choices ? { choices } : {}),
    ...(limit ? { limit } : {}),
  }
}

const kindOf = ({ type, details }: Refusal) => details.kind ?? type

export function errorBody(refusal: Refusal, requestId: string): ErrorBody {
  const { type, message } = refusal
  return { error: { type, message, ...factsOf(refusal, requestId) }, kind: kindOf(refusal), message }
}

/** Existing clients show `error` of a refused invitation as text, so it is a plain sentence instead of an object. */
function plainErrorBody(refusal: Refusal, requestId: string): PlainErrorBody {
  const { type, message } = refusal
  return { error: message, type, ...factsOf(refusal, requestId), kind: kindOf(refusal), message }
}

/**
 * The `WWW-Authenticate` header. It says if a Bearer token was refused, so that clients get another one (RFC 6750). RFC
 * 9470 defines the challenge for a sign-in that is too old.
 */
function challengeOf(request: FastifyRequest, { details: { maxAgeSeconds } }: Refusal): string {
  if (maxAgeSeconds !== undefined)
    return `Bearer error="insufficient_user_authentication", max_age=${maxAgeSeconds}`
  return bearerOf(request) === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
}

const oauthCodes: Partial<Record<ErrorType, string>> = {
  InvalidCode: 'invalid_grant',
  NotSignedIn: 'invalid_client',
  TooManyRequests: 'slow_down',
  InternalError: 'server_error',
  DatabaseUnavailable: 'temporarily_unavailable',
  ServiceOverloaded: 'temporarily_unavailable',
}

export const oauthCodeOf = (type: ErrorType): string => oauthCodes[type] ?? 'invalid_request'

function oauthErrorBody(refusal: Refusal, requestId: string): OAuthErrorBody {
  const { type, message, details } = refusal
  const error = details.oauthCode ?? oauthCodeOf(type)
  return { error, error_description: message, ...factsOf(refusal, requestId), kind: type, message }
}

/** Whether the call declares the error type, or every call may send it. */
function isDeclared(call: Endpoint, type: Refusal['type']): boolean {
  const always: readonly Refusal['type'][] = universalErrors
  return declaredErrors(call).includes(type) || always.includes(type)
}

const bodyOfCall = (call: Endpoint | undefined) =>
  call?.hasOAuthErrors ? oauthErrorBody : call?.hasPlainErrors ? plainErrorBody : errorBody

/**
 * Returns the path of the portal page that explains a refused navigation, because the browser would show the JSON of an error.
 * Undefined stands for the page in `problemPages`. See docs/product/sign-in.md#navigations.
 */
export type ProblemPage = (refusal: Refusal, request: FastifyRequest) => string | undefined

const problemPages: Partial<Record<ErrorType, string>> = {
  MissingTosAcceptance: '/review-legal',
  EmailNotVerified: '/profile',
  AccountQuarantined: '/quarantine-notice',
  AccountSuspended: '/suspension-notice',
  TooManyRequests: '/sign-in-problem?reason=too-many',
  IdentityProviderUnavailable: '/sign-in-problem?reason=unavailable',
  DatabaseUnavailable: '/sign-in-problem?reason=unavailable',
  ServiceOverloaded: '/sign-in-problem?reason=unavailable',
}

function problemPageOf(refusal: Refusal, request: FastifyRequest): string {
  const ownPage = request.routeOptions.config.problemPage?.(refusal, request)
  if (ownPage !== undefined) return ownPage
  return refusal.status === 401 ? '/login' : (problemPages[refusal.type] ?? '/sign-in-problem?reason=failed')
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, config: Config): FastifyReply {
  const { call } = request.routeOptions.config
  request.errorType = refusal.type
  const bodyOf = bodyOfCall(call)
  if (refusal.status >= 500 && !refusal.details.isPlanned)
    request.log.error({ err: refusal.details.cause ?? refusal }, refusal.message)
  if (call && !isDeclared(call, refusal.type)) {
    request.log.error({ call: call.name, type: refusal.type }, 'sent an error that the call does not declare')
    if (!config.isProduction) {
      const undeclared = new Refusal('InternalError', `${call.name} does not declare ${refusal.type}`)
      return reply.code(500).send(bodyOf(undeclared, request.id))
    }
  }
  reply.header('cache-control', 'no-store')
  // In a redirect, Retry-After would delay the redirect itself.
  if (call?.success.status === 302)
    return reply.redirect(`${config.PORTAL_URL}${problemPageOf(refusal, request)}`, 302)
  if (refusal.status === 401) reply.header('www-authenticate', challengeOf(request, refusal))
  if (refusal.details.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.ceil(refusal.details.retryAfterSeconds)))
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOf(refusal, request.id))
}

/** Installs the error handler and the 404 handler. */
export function handleErrors(app: FastifyInstance, config: Config): void {
  app.decorateRequest('errorType', undefined)
  app.setErrorHandler((error, request, reply) => send(request, reply, refusalOf(error), config))
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url)
    if (methods.length === 0)
      return send(request, reply, new Refusal('NotFound', 'There is nothing at this address.'), config)
    reply.header('allow', methods.join(', '))
    const message = `This address does not accept ${request.method}. Use ${methods.join(' or ')}.`
    return send(request, reply, new Refusal('MethodNotAllowed', message), config)
  })
}

const bareHeaders = Object.entries(bareAnswerHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers invalid or incomplete HTTP on the raw socket, because there is no request object yet, and closes it. */
export function answerClientError(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request'
  const refusal = new Refusal('ValidationError', 'The request is not valid HTTP.')
  const reqId = ulid()
  const body = JSON.stringify(errorBody(refusal, reqId))
  this.log.info({ reqId, status: Number.parseInt(status, 10), type: refusal.type }, 'answered')
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\n${bareHeaders}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}
