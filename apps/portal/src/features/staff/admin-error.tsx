import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { isStaffRefusal, useStaffStanding } from './staff-standing.ts'

export interface AdminErrorProps {
  error: unknown
  onRetry?: () => void
  className?: string
}

/** An error message with the request id. Renders nothing for a staff refusal that the page already shows at the top. */
export function AdminError({ error, onRetry, className }: AdminErrorProps) {
  const { refusal } = useStaffStanding()
  if (!error || (refusal && isStaffRefusal(error))) return null
  return <ErrorMessage {...errorTexts(error)} onRetry={onRetry} className={className} />
}
