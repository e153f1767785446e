/**
 * Registers a call of `packages/contract/src/<noun>` on the server. After the hooks that `app.ts` installs for all routes, a request
 * passes in this order: refusal of a browser's prefetch, rate limit of its address, access guard (`access.ts`), rate limit of its
 * account, content type, body parser, idempotency key, correction of tolerated input, refusal of texts that can't be stored, validation
 * by the call's schemas, a slot of the caller (`caller-slots.ts`), the handler. If the handler refuses a code as invalid, the refusal
 * counts against the address. Fastify serializes the reply with the call's schema, which strips undeclared fields and throws on an
 * invalid reply. Anything thrown on the way is answered by `errors.ts`.
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { checkAccess, type Guard } from '../guard/access.ts'
import type { Caller } from '../guard/caller.ts'
import { type IdempotencyKey, idempotencyKeyOf, readIdempotencyKey } from '../guard/idempotency-key.ts'
import { isInvalidCode } from '../guard/rate-limit.ts'
import type { ProblemPage } from './errors/errors.ts'
import { forgiveInput, refuseFormBodies, refuseUnstorable, takeBytes } from './input/accepted-input.ts'
import { jsonArray, StreamedJson } from './lists/row-stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Endpoint
    problemPage?: ProblemPage | undefined
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

export interface Ask<E extends Endpoint> {
  params: CallParams<E>
  query: CallQuery<E>
  /** The raw bytes for a `rawBody` call, or undefined for an empty body. */
  body: E extends { rawBody: true } ? Uint8Array | undefined : CallBody<E>
  /** Reading it throws on a public call. */
  caller: Caller
  /** Set when the call is idempotent and the request has a key. */
  idempotencyKey: IdempotencyKey | undefined
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

export type Handler<E extends Endpoint> = (ask: Ask<E>) => Promise<Answer<E>>

/** Registers the routes of calls on one server. */
export class Server {
  readonly #app: FastifyInstance
  readonly guard: Guard

  constructor(app: FastifyInstance, guard: Guard) {
    this.#app = app
    this.guard = guard
    app.decorateRequest('caller', undefined)
    app.decorateRequest('sentIdempotencyKey', undefined)
  }

  /** @param problemPage chooses the page of a refused navigation. Without it, the type of the error decides. */
  serve<const E extends Endpoint>(call: E, handler: Handler<E>, problemPage?: ProblemPage): void {
    if (call.rawBody) {
      // A separate scope, so that no other route accepts unparsed bodies.
      this.#app.register(async (scope) => {
        takeBytes(scope)
        this.#route(scope, call, handler, problemPage)
      })
      return
    }
    this.#route(this.#app, call, handler, problemPage)
  }

  #route<E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>, page?: ProblemPage): void {
    const { guard } = this
    const { limiter, slots } = guard
    app.route({
      method: call.method,
      url: call.path,
      config: { call, problemPage: page },
      exposeHeadRoute: !isUnsafeGet(call),
      ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
      schema: {
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...('body' in call.success ? { response: { 200: call.success.body } } : {}),
      },
      onRequest: async (request, reply) => {
        if (call.success.status === 302 && isPrefetch(request))
          return reply.code(503).header('cache-control', 'no-store').send()
        await limiter.takeForAddress(call, request.ip)
        request.caller = await checkAccess(request, call, guard)
        if (!request.caller) return
        reply.header('cache-control', 'no-store')
        await limiter.takeForAccount(call, request.caller.person.id)
      },
      preParsing: (request, _reply, payload, done) => {
        refuseFormBodies(request, call)
        done(null, payload)
      },
      ...(call.rawBody
        ? {}
        : { preValidation: [readIdempotencyKey(call), forgiveInput(call), refuseUnstorable] }),
      handler: async (request, reply) => {
        const run = async () => send(call, await handler(askOf(call, request, reply)), request, reply)
        try {
          return await (request.caller ? slots.run(request.caller, reply, run) : run())
        } catch (error) {
          if (isInvalidCode(error)) await limiter.takeInvalid(call, request.ip)
          throw error
        }
      },
    })
  }
}

/** Whether the browser fetches a link before the user follows it. After an error, it sends the request again when the user does. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  return String(headers['sec-purpose'] ?? headers.purpose ?? '').startsWith('prefetch')
}

function askOf<E extends Endpoint>(call: E, request: FastifyRequest, reply: FastifyReply): Ask<E> {
  return {
    params: request.params as CallParams<E>,
    query: request.query as CallQuery<E>,
    body: request.body as Ask<E>['body'],
    get caller() {
      if (!request.caller) throw new Error(`${call.name} is public: it has no caller`)
      return request.caller
    },
    idempotencyKey: idempotencyKeyOf(call, request),
    request,
    reply,
  }
}

/** Sends what the handler returned, or returns the body that Fastify sends. */
function send(call: Endpoint, answer: unknown, request: FastifyRequest, reply: FastifyReply) {
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
  return answer
}

/** Streams a text. A HEAD request reads nothing, because its response has no body. */
function sendText(request: FastifyRequest, reply: FastifyReply, media: string, text: AsyncIterable<string>) {
  return reply.type(`${media}; charset=utf-8`).send(Readable.from(request.method === 'HEAD' ? [] : text))
}
