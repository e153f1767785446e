import { toRequestError } from '../../../lib/request/request-error.ts'
import { tellFailure } from '../../../lib/request/tell-failure.ts'

/** The message that offered to undo is gone, so what kept it from being done is told by another. */
export function tellUndoFailure(cause: unknown): void {
  tellFailure('This could not be undone', toRequestError(cause))
}
