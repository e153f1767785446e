import { ErrorMessage, type ErrorMessageProps } from '@portal/ui/feedback/error-message'
import '../styles.css'

/** An error block with its own sheet, for a page that has fetched nothing else. */
export function RequestFailure(props: ErrorMessageProps) {
  return <ErrorMessage {...props} />
}
