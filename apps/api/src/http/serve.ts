/**
 * Registers a call of the contract on the server, with access guard, input validation, handler and reply schema. The reply
 * schema strips undeclared fields and throws on an invalid reply.
 */
import { Readable } from 'node:stream'
import {
  type CallBody,
  type CallParams,
  type CallQuery,
  type CallResult,
  type Endpoint,
  isUnsafeGet,
} from '@portal/contract/endpoint'
import { rateLimitOf } from '@portal/contract/rate-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type * as z from 'zod/mini'
import type { Guard } from './access.ts'
import { checkAccess, credentialOf } from './access.ts'
import { type Place, runInPlaceOf } from './account-shares.ts'
import { runForAccount } from './acting-account.ts'
import { type Attempt, attemptOf, readIdempotencyKey } from './attempt.ts'
import { refuseOtherBodies, takeBytes } from './body-types.ts'
import type { Caller, Prefetch } from './caller.ts'
import { forgiveInput } from './forgiving-input.ts'
import { hasLongList } from './long-list.ts'
import { isInvalidCode, type RateLimiter } from './rate-limit.ts'
import { longReplyCompiler } from './reply-text.ts'
import { jsonArray, StreamedJson } from './row-stream.ts'
import { refuseUnstorable } from './storable-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Endpoint
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** Undefined without a credential, and while the body is still arriving. */
    place: Place | undefined
    prefetched: Promise<unknown> | undefined
  }
}

export interface Ask<E extends Endpoint, T = never> {
  params: CallParams<E>
  query: CallQuery<E>
  /** The raw bytes for a `rawBody` call, or undefined for an empty body. */
  body: E extends { rawBody: true } ? Uint8Array | undefined : CallBody<E>
  /** Reading it throws on a public call. */
  caller: Caller
  /** The data of the route's prefetch, or undefined if the handler has to read it. */
  prefetched: T | undefined
  /** Set when the call is idempotent and the request has a key. */
  attempt: Attempt | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns: the target of a redirect, the text of a download, the rows of a long list, or the body. */
export type Answer<E extends Endpoint> = E['success'] extends { status: 302 }
  ? URL | string
  : E['success'] extends { media: string }
    ? Download
    : E['success'] extends { rows: infer S extends z.ZodMiniType }
      ? AsyncIterable<z.input<S>>
      : CallResult<E> | (E['success'] extends { body: z.ZodMiniType } ? StreamedJson : never)

/** A file download, streamed so that its length does not matter. */
export interface Download {
  fileName: string
  text: AsyncIterable<string>
}

export type Handler<E extends Endpoint, T = never> = (ask: Ask<E, T>) => Promise<Answer<E>>

export interface RouteOptions<T> {
  prefetch: Prefetch<T>
}

/** Registers the routes of calls on one server. */
export class Server {
  readonly #app: FastifyInstance
  readonly guard: Guard

  constructor(app: FastifyInstance, guard: Guard) {
    this.#app = app
    this.guard = guard
    app.decorateRequest('caller', undefined)
    app.decorateRequest('place', undefined)
    app.decorateRequest('idempotencyKey', undefined)
    app.decorateRequest('prefetched', undefined)
  }

  serve<const E extends Endpoint>(call: E, handler: Handler<E>): void
  serve<const E extends Endpoint, T>(call: E, options: RouteOptions<T>, handler: Handler<E, T>): void
  serve<const E extends Endpoint, T>(
    call: E,
    ...rest: [Handler<E>] | [RouteOptions<T>, Handler<E, T>]
  ): void {
    if (rest.length === 2) {
      const [{ prefetch }, handler] = rest
      this.#route(this.#app, call, handler, prefetch)
      return
    }
    const [handler] = rest
    if (call.rawBody) {
      // A separate scope, so that no other route accepts unparsed bodies.
      this.#app.register(async (scope) => {
        takeBytes(scope)
        this.#route(scope, call, handler)
      })
      return
    }
    this.#route(this.#app, call, handler)
  }

  #route<const E extends Endpoint, T>(
    app: FastifyInstance,
    call: E,
    handler: Handler<E, T>,
    prefetch?: Prefetch<T>,
  ): void {
    const { guard } = this
    const isLimited = rateLimitOf(call) !== undefined
    const takePlace = async (request: FastifyRequest, reply: FastifyReply) => {
      const credential = credentialOf(request, call, guard.config)
      if (credential === undefined) return
      request.place = await guard.shares.enter(credential, reply, call.place)
    }
    // Calls with a body release their place while the body arrives. A GET has none, and its prefetch needs the place.
    const readsBody = call.method !== 'GET'
    const isNavigation = call.success.status === 302
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      exposeHeadRoute: !isUnsafeGet(call),
      ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
      schema: {
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...('body' in call.success ? { response: { 200: call.success.body } } : {}),
      },
      onRequest: async (request, reply) => {
        if (isNavigation && isPrefetch(request))
          return reply.code(503).header('cache-control', 'no-store').send()
        if (isLimited) await guard.limiter.takeForAddress(call, request.ip)
        await takePlace(request, reply)
        const admission = await checkAccess(request, call, guard, prefetch)
        if (!admission) return
        request.caller = admission.caller
        request.prefetched = admission.prefetched
        reply.header('cache-control', 'no-store')
        if (isLimited) await guard.limiter.takeForAccount(call, admission.caller.person.id)
        // Otherwise, clients that send the body slowly would keep the account's places. `complete` is undefined in injected requests.
        if (readsBody && request.raw.complete === false) releasePlace(request)
      },
      preParsing: (request, _reply, payload, done) => {
        refuseOtherBodies(request, call)
        done(null, payload)
      },
      ...(call.rawBody
        ? {}
        : { preValidation: [readIdempotencyKey(call), forgiveInput(call), refuseUnstorable] }),
      ...(readsBody
        ? {
            preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
              if (request.place) return
              await takePlace(request, reply)
              // Access may have ended while the body arrived.
              if (request.caller) request.caller = (await checkAccess(request, call, guard))?.caller
            },
          }
        : {}),
      handler: routeHandler(call, handler, guard.limiter),
    })
  }
}

/** Whether the browser fetches a link before the user follows it. After an error, it sends the request again when the user does. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  return String(headers['sec-purpose'] ?? headers.purpose ?? '').startsWith('prefetch')
}

function releasePlace(request: FastifyRequest): void {
  request.place?.release()
  request.place = undefined
}

/**
 * A class, because V8 keeps an object literal with a getter, and everything the getter refers to, until the next full garbage
 * collection. `caller` is not an own property, so never spread this object.
 */
class RoutedAsk<E extends Endpoint, T> implements Ask<E, T> {
  readonly params: CallParams<E>
  readonly query: CallQuery<E>
  readonly body: Ask<E, T>['body']
  readonly prefetched: T | undefined
  readonly attempt: Attempt | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #call: E

  constructor(call: E, request: FastifyRequest, reply: FastifyReply, prefetched: T | undefined) {
    this.params = request.params as CallParams<E>
    this.query = request.query as CallQuery<E>
    this.body = request.body as Ask<E, T>['body']
    this.prefetched = prefetched
    this.attempt = attemptOf(call, request)
    this.request = request
    this.reply = reply
    this.#call = call
  }

  get caller(): Caller {
    if (!this.request.caller) throw new Error(`${this.#call.name} is public: it has no caller`)
    return this.request.caller
  }
}

function routeHandler<E extends Endpoint, T>(
  call: E,
  handler: Handler<E, T>,
  limiter: RateLimiter,
): RouteHandlerMethod {
  let serializeLong: ReturnType<typeof longReplyCompiler> | undefined
  return async (request, reply) => {
    const prefetched = (await request.prefetched) as T | undefined
    const ask = new RoutedAsk<E, T>(call, request, reply, prefetched)
    const answer = await runInPlaceOf(request, () =>
      runForAccount(request.caller?.person.id, () => handler(ask)),
    ).catch(async (error: unknown) => {
      if (isInvalidCode(error)) await limiter.takeInvalid(call, request.ip)
      throw error
    })
    const { success } = call
    // The target depends on the caller, so no cache may store the redirect.
    if (success.status === 302) return reply.header('cache-control', 'no-store').redirect(String(answer), 302)
    if (success.status === 204) return reply.code(204).send()
    if ('media' in success) {
      const { fileName, text } = answer as Download
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return sendText(request, reply, success.media, text)
    }
    if ('rows' in success) {
      const text = jsonArray(answer as AsyncIterable<unknown>, success.rows)
      return sendText(request, reply, 'application/json', text)
    }
    if (answer instanceof StreamedJson) return sendText(request, reply, 'application/json', answer.text)
    if (answer === undefined || answer === null) throw new Error(`${call.name} returned no reply`)
    if (!hasLongList(answer)) return answer
    const { method, path: url } = call
    serializeLong ??= longReplyCompiler({ schema: success.body, method, url })
    const serialize = serializeLong
    const text = await runInPlaceOf(request, () => serialize(answer))
    return reply.type('application/json; charset=utf-8').send(text)
  }
}

/** Streams a text. Each part is read in the request's place. A HEAD request reads nothing, because its response has no body. */
function sendText(request: FastifyRequest, reply: FastifyReply, media: string, text: AsyncIterable<string>) {
  return reply
    .type(`${media}; charset=utf-8`)
    .send(Readable.from(request.method === 'HEAD' ? [] : readInPlace(request, text)))
}

/** Yields the parts of a text. Throws `TooManyRequests` before the next part if the client has disconnected and the place was released. */
async function* readInPlace(request: FastifyRequest, text: AsyncIterable<string>): AsyncGenerator<string> {
  const parts = text[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await runInPlaceOf(request, () => parts.next())
      if (done) return
      yield value
    }
  } finally {
    await parts.return?.()
  }
}
