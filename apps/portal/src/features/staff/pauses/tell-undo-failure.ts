import type { RequestError } from '../../../lib/request/request-error.ts'
import { tellFailure } from '../../../lib/request/tell-failure.ts'

/** Reports the failure in a new toast, because the toast with the Undo button has closed. */
export function tellUndoFailure(error: RequestError): void {
  tellFailure('The change could not be undone', error)
}
