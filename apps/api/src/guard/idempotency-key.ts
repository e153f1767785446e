/** The idempotency key of a request. See docs/product/errors.md#repeated-requests. */
import type { Endpoint } from '@portal/contract/endpoint'
import { idempotencyKeyHeaderName } from '@portal/contract/limits'
import { requestUlidOf } from '@portal/contract/request-ulid'
import { isUlid } from '@portal/contract/text/text-rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '../crypto/secrets.ts'
import { Refusal } from '../http/errors/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sentIdempotencyKey: string | undefined
  }
}

/** The key of a request that may be a retry, with a hash of what was sent under it. */
export interface IdempotencyKey {
  key: string
  requestHash: Uint8Array
}

/** Printable ASCII, which every HTTP library can send. */
const validKey = /^[\x21-\x7e]{1,255}$/

function keyOf({ headers, body }: FastifyRequest): string | undefined {
  const sent = headers[idempotencyKeyHeaderName]
  if (typeof sent === 'string') {
    if (validKey.test(sent)) return sent
    throw new Refusal('ValidationError', 'Idempotency-Key must be 1 to 255 characters of printable ASCII.')
  }
  const inBody = (body as { requestUlid?: unknown } | null | undefined)?.requestUlid
  return requestUlidOf(headers) ?? (typeof inBody === 'string' && isUlid(inBody) ? inBody : undefined)
}

/** Reads the key before validation, which drops `requestUlid` from the body. */
export function readIdempotencyKey(call: Endpoint) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (call.isIdempotent) request.sentIdempotencyKey = keyOf(request)
    done()
  }
}

/** Returns undefined if the call isn't idempotent or the request has no key. */
export function idempotencyKeyOf(call: Endpoint, request: FastifyRequest): IdempotencyKey | undefined {
  const { sentIdempotencyKey: key, params, query, body } = request
  if (key === undefined) return undefined
  return { key, requestHash: hashOf(JSON.stringify([call.name, params, query, body])) }
}
