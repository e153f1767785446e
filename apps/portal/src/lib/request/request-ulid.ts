import type { SentCall } from '@portal/contract/endpoint'
import { RequestError } from './request-error.ts'
import { isPending, type RequestRecord, requestRecord, type TrackedRequest } from './request-record.ts'
import { ulid } from './ulid.ts'

/** For a day, the API returns the first response to a creation that is repeated with the same ulid. */
const ulidLifetimeMs = 86_400_000

/** Whether the request may have succeeded without a response, and the API still knows its ulid. */
function isLost({ error, requestedAt }: RequestRecord): boolean {
  if (!(error instanceof RequestError) || Date.now() - requestedAt >= ulidLifetimeMs) return false
  return error.status === undefined || error.status >= 500
}

/** Whether two payloads are deeply equal. FormData is equal only to itself. */
function isSamePayload(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other) || !isPlain(one) || !isPlain(other)) return false
  const left = defined(one)
  const right = defined(other)
  return (
    left.length === right.length &&
    left.every(([key, value]) => isSamePayload(value, (other as Record<string, unknown>)[key]))
  )
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

// Undefined values are not sent.
function defined(value: object) {
  return Object.entries(value).filter(([, part]) => part !== undefined)
}

/**
 * Returns the ulid for a write. Reuses the ulid of an identical write that is pending, or of an identical creation that may
 * have succeeded without a response, so that nothing is created twice.
 */
export function ulidOf(call: SentCall, { requestKey, payload }: TrackedRequest): string {
  const earlier = requestRecord(requestKey)
  if (!earlier?.requestUlid || !isSamePayload(earlier.payload, payload)) return ulid()
  const isReused = isPending(earlier) || (call.isIdempotent && isLost(earlier))
  return isReused ? earlier.requestUlid : ulid()
}
