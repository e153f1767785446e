import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { isStaffRefusal, useStaffStanding } from './staff-standing.ts'

export interface AdminErrorProps {
  error: unknown
  onRetry?: () => void
  className?: string
}

/** Why something failed, with the request's id; not what the page has said above already. */
export function AdminError({ error, onRetry, className }: AdminErrorProps) {
  const { refusal } = useStaffStanding()
  if (!error || (refusal && isStaffRefusal(error))) return null
  return <ErrorMessage {...errorTexts(error)} onRetry={onRetry} className={className} />
}
