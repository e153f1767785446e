import { showToast, type ToastAction } from '@portal/ui/lib/toast-queue'
import type { RequestError } from './request-error.ts'

/** Closes the toast about the last failure of a request, by the key of the request. */
const closers = new Map<string, () => void>()

/** Closes the toast about the failure of a request that is sent again. */
export function forgetFailure(requestKey: string): void {
  closers.get(requestKey)?.()
  closers.delete(requestKey)
}

/** Shows a toast with what failed, the reason and the request id, until the request is sent again. */
export function tellFailure(what: string, error: RequestError, action?: ToastAction): void {
  const request = error.requestId ? ` (request ${error.requestId})` : ''
  // The toast may still be there when the connection is back.
  const reason = error.isOffline
    ? 'There was no network. Try again when your connection is back.'
    : error.message
  const close = showToast(what, { tone: 'danger', description: `${reason}${request}`, action })
  if (error.requestKey !== undefined) closers.set(error.requestKey, close)
}
