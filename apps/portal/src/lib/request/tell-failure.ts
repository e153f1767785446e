import { showToast } from '@portal/ui/lib/toast-queue'
import type { RequestError } from './request-error.ts'

/** Says at the page's edge that something was not done, and why, with the request's id. */
export function tellFailure(what: string, error: RequestError): void {
  const request = error.requestId ? ` (request ${error.requestId})` : ''
  showToast(what, { tone: 'danger', description: `${error.message}${request}` })
}
