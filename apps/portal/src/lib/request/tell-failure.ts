import { showToast, type ToastAction } from '@portal/ui/lib/toast-queue'
import type { RequestError } from './request-error.ts'

/** Shows a toast with what failed, the reason and the request id. `useApiMutation` closes it when the request is sent again. */
export function tellFailure(what: string, error: RequestError, action?: ToastAction): void {
  const request = error.requestId ? ` (request ${error.requestId})` : ''
  // The toast may still be there when the connection is back.
  const reason = error.isOffline
    ? 'There was no network. Try again when your connection is back.'
    : error.message
  showToast(what, { id: error.requestKey, tone: 'danger', description: `${reason}${request}`, action })
}
