/**
 * Puts a call of the contract on the server: guard, validation, handler, and an answer that is only what the call
 * declares. Undeclared fields are stripped, a reply of the wrong shape throws (HOUSE section 3).
 */
import { Readable } from 'node:stream'
import type { CallBody, CallParams, CallQuery, CallResult, Endpoint } from '@portal/contract/endpoint'
import { declaredErrors } from '@portal/contract/endpoint'
import { universalErrors } from '@portal/contract/errors'
import { rateLimitOf } from '@portal/contract/rate-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type * as z from 'zod/mini'
import type { Guard } from './access.ts'
import { checkAccess } from './access.ts'
import type { Along, Caller } from './caller.ts'
import { forgiveInput } from './forgiving-input.ts'
import { Refusal } from './refusal.ts'
import { jsonArray } from './row-stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Endpoint
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

export interface Ask<E extends Endpoint> {
  params: CallParams<E>
  query: CallQuery<E>
  /** The bytes as they came, where the call reads them itself; undefined when there are none. */
  body: E extends { rawBody: true } ? Uint8Array | undefined : CallBody<E>
  /** Who calls. Throws on a public call, which has nobody. */
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers a call: a redirect answers the address to go to, a download its text, a long list its rows. */
export type Answer<E extends Endpoint> = E['success'] extends { status: 302 }
  ? URL | string
  : E['success'] extends { media: string }
    ? Download
    : E['success'] extends { rows: infer S extends z.ZodMiniType }
      ? AsyncIterable<z.input<S>>
      : CallResult<E>

/** A file to keep: sent as it is made, so that its length does not matter. */
export interface Download {
  fileName: string
  text: AsyncIterable<string>
}

export type Handler<E extends Endpoint> = (ask: Ask<E>) => Promise<Answer<E>>

/** Registers the routes of calls on one server. */
export class Server {
  readonly app: FastifyInstance
  readonly guard: Guard

  constructor(app: FastifyInstance, guard: Guard) {
    this.app = app
    this.guard = guard
    app.decorateRequest('caller', undefined)
  }

  /** @param along the list that the session is looked up with, when the call is made without parameters */
  serve<const E extends Endpoint>(call: E, handler: Handler<E>, along?: Along): void {
    if (call.rawBody) {
      // A scope of its own, so that no other route takes bodies unread.
      this.app.register(async (scope) => {
        takeBytes(scope)
        this.#route(scope, call, handler)
      })
      return
    }
    this.#route(this.app, call, handler, along)
  }

  #route<const E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>, along?: Along): void {
    const { guard } = this
    const isLimited = rateLimitOf(call) !== undefined
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
      schema: {
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...('body' in call.success ? { response: { 200: call.success.body } } : {}),
      },
      onRequest: async (request, reply) => {
        if (isLimited) await guard.limiter.takeForAddress(call, request.ip)
        request.caller = await checkAccess(request, call, guard, along)
        if (!request.caller) return
        reply.header('cache-control', 'no-store')
        if (isLimited) await guard.limiter.takeForAccount(call, request.caller.person.id)
      },
      preParsing: (request, _reply, payload, done) => {
        refuseOtherBodies(request, call)
        done(null, payload)
      },
      ...(call.rawBody ? {} : { preValidation: [forgiveInput(call), refuseUnstorable] }),
      handler: routeHandler(call, handler),
    })
  }
}

/** Bodies of any type come as bytes. */
function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function routeHandler<E extends Endpoint>(call: E, handler: Handler<E>): RouteHandlerMethod {
  return async (request, reply) => {
    const ask = {
      params: request.params,
      query: request.query,
      body: request.body,
      get caller(): Caller {
        if (!request.caller) throw new Error(`${call.name} is public: it has no caller`)
        return request.caller
      },
      request,
      reply,
    } as Ask<E>
    const answer = await handler(ask)
    const { success } = call
    // Where a person is sent is theirs: no cache sends the next one there too.
    if (success.status === 302) return reply.header('cache-control', 'no-store').redirect(String(answer), 302)
    if (success.status === 204) return reply.code(204).send()
    if ('media' in success) {
      const { fileName, text } = answer as Download
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.type(`${success.media}; charset=utf-8`).send(Readable.from(text))
    }
    if ('rows' in success) {
      const text = jsonArray(answer as AsyncIterable<unknown>, success.rows)
      return reply.type('application/json; charset=utf-8').send(Readable.from(text))
    }
    if (answer === undefined || answer === null) throw new Error(`${call.name} has answered nothing`)
    return answer
  }
}

/** A form where the call does not declare one, so that a cross-site form reaches nothing. */
function refuseOtherBodies(request: FastifyRequest, call: Endpoint): void {
  const type = request.headers['content-type']?.toLowerCase()
  if (type?.startsWith('application/x-www-form-urlencoded') && !call.acceptsForm)
    throw new Refusal('UnsupportedMediaType', 'Send JSON.')
}

const deepestBody = 12

/** PostgreSQL takes no NUL in text and no half of a character in JSON; nobody types either. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function isAllStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > deepestBody) throw new Refusal('ValidationError', 'The body is nested too deeply.')
  return Object.entries(value).every(([key, item]) => isStorable(key) && isAllStorable(item, depth + 1))
}

function refuseUnstorable({ params, query, body }: FastifyRequest, _: FastifyReply, done: () => void): void {
  if (!isAllStorable(params) || !isAllStorable(query) || !isAllStorable(body))
    throw new Refusal('ValidationError', 'The request has a character in it that is none.')
  done()
}

/** Whether a call may answer an error: the server refuses to send any other. */
export function isDeclared(call: Endpoint, type: Refusal['type']): boolean {
  const always: readonly Refusal['type'][] = universalErrors
  return declaredErrors(call).includes(type) || always.includes(type)
}
