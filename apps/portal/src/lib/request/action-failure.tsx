import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from './error-messages.ts'
import type { RequestError } from './request-error.ts'

/** What failed, and why. */
export interface Failure {
  title: string
  error: RequestError
}

/** Shows next to a control why its action failed: docs/product/errors.md#messages-in-the-portal. */
export function ActionFailure({ failure }: { failure: Failure | undefined }) {
  if (!failure) return null
  return <ErrorMessage {...errorTexts(failure.error)} title={failure.title} className="mt-2 max-w-md" />
}
