import { RequestError } from './request-error.ts'

/** Logs errors caught by an error boundary. Skips failed requests, which the request layer has already logged. */
export function logCaughtError(error: unknown): void {
  if (!(error instanceof RequestError)) console.error(error)
}
