import { showToast, type ToastAction } from '@portal/ui/lib/toast-queue'
import type { RequestError } from './request-error.ts'

/** Shows a toast with what failed, the reason and the request id. */
export function tellFailure(what: string, error: RequestError, action?: ToastAction): void {
  const request = error.requestId ? ` (request ${error.requestId})` : ''
  showToast(what, { tone: 'danger', description: `${error.message}${request}`, action })
}
