import type { SentCall } from '@portal/contract/endpoint'
import { type RequestRecord, requestRecord, type SentRequest } from './request-record.ts'
import { isSamePayload } from './same-payload.ts'
import { ulid } from './ulid.ts'

/** For a day, the API answers a repeated creation with the same ulid as it answered the first request. */
const ulidLifetimeMs = 86_400_000

const isPending = ({ receivedAt }: RequestRecord) => receivedAt === undefined

/** Whether the request may have succeeded without a response. */
function isLost({ error, requestedAt }: RequestRecord): boolean {
  if (!error || Date.now() - requestedAt >= ulidLifetimeMs) return false
  return error.status === undefined || error.status >= 500
}

/**
 * The ulid of a write. An identical write that is pending, or a creation that may have succeeded without a response, keeps
 * its ulid, so that nothing is created twice.
 */
export function ulidOf(call: SentCall, { requestKey, payload }: SentRequest): string {
  const earlier = requestRecord(requestKey)
  const isSame = earlier !== undefined && isSamePayload(earlier.payload, payload)
  const isKept = isSame && (isPending(earlier) || (call.isIdempotent === true && isLost(earlier)))
  return (isKept && earlier.requestUlid) || ulid()
}
