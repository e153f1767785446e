import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts, isMissing } from '../../lib/request/error-messages.ts'
import { LoadFailure } from '../../lib/request/load-failure.tsx'
import { useStaffStanding } from './staff-standing.ts'

/** Shown in place of a list while the notice at the top of the page says why nothing loads. */
export const notLoaded = <p className="text-content-muted text-sm">Not loaded.</p>

export interface AdminErrorProps {
  error: unknown
  onRetry?: () => void
}

/** Why an action or a look-up failed. A look-up that fails in an outage leaves the explanation to the one notice of the page. */
export function AdminError({ error, onRetry }: AdminErrorProps) {
  const { failure } = useStaffStanding()
  if (!error) return null
  if (!onRetry || isMissing(error)) return <ErrorMessage {...errorTexts(error)} />
  return failure ? notLoaded : <LoadFailure error={error} onRetry={onRetry} />
}
