/** Which failed requests are sent again, and when. See docs/product/errors.md#repeated-requests. */
import type { Endpoint } from '@portal/contract/endpoint'
import { ApiError, type ConnectionError } from './errors.ts'

export const attempts = 4
const firstDelayMs = 250
const longestDelayMs = 10_000

/** The API refused the request before acting on it, so even a write can be retried. */
const isUntouched = ({ status, type }: ApiError) => status === 503 && type === 'ServiceOverloaded'

/**
 * Returns how long to wait before the same request is sent again, or undefined if it may not be. The API recognizes a repeated
 * creation by its idempotency key. Any other write is only retried if the API can't have acted on it.
 */
export function retryDelayMs(
  call: Endpoint,
  error: ApiError | ConnectionError,
  attempt: number,
): number | undefined {
  if (attempt >= attempts) return undefined
  const isRepeatable = call.method === 'GET' || call.isIdempotent === true
  const delayMs = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs)
  if (!(error instanceof ApiError) && error.isUntrusted) return undefined
  if (!(error instanceof ApiError)) return isRepeatable || !error.mayHaveActed ? delayMs : undefined
  if (!isUntouched(error) && !(isRepeatable && [502, 503, 504].includes(error.status))) return undefined
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
  return askedMs > longestDelayMs ? undefined : Math.max(delayMs, askedMs)
}
