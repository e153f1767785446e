import { ErrorMessage, type ErrorMessageProps } from '@portal/ui/feedback/error-message'
import '../styles.css'

/** An error block that loads its own stylesheet, for pages that haven't loaded it. */
export function RequestFailure(props: ErrorMessageProps) {
  return <ErrorMessage {...props} />
}
