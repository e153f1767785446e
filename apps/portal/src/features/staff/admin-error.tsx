import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts, isMissing } from '../../lib/request/error-messages.ts'
import { Failure, NotLoaded } from '../../lib/request/failure.tsx'
import { useStaffStanding } from './staff-standing.ts'

export interface AdminErrorProps {
  error: unknown
  onRetry?: () => void
}

/** Why an action or a look-up failed. For a look-up in an outage, the notice at the top of the page explains it. */
export function AdminError({ error, onRetry }: AdminErrorProps) {
  const { failure } = useStaffStanding()
  if (!error) return null
  if (!onRetry || isMissing(error)) return <ErrorMessage {...errorTexts(error)} />
  return failure ? <NotLoaded /> : <Failure error={error} retry={onRetry} />
}
