import { RequestError } from './request-error.ts'

/** What an error boundary caught: a failed request has been logged by the request layer, and once is enough (SPEC section 8). */
export function logCaughtError(error: unknown): void {
  if (!(error instanceof RequestError)) console.error(error)
}
