import type { ReactNode } from 'react'
import { chooseLoadState } from '../lib/load-state.ts'
import type { RequestStatus } from '../lib/request-status.ts'
import { Icon } from '../text/icon.tsx'
import { ErrorMessage } from './error-message.tsx'

import { StatusBox } from './status-box.tsx'

export interface RequestStatusMessageProps {
  status: RequestStatus
  loadingMessage?: ReactNode
  /** A success is shown only if this is given. */
  successMessage?: ReactNode
  onRetry?: () => void
  className?: string
}

/**
 * One line about a request: that it is running, why it failed, or that it succeeded. Shows nothing before the request.
 * Required by the design system. No page uses it.
 */
export function RequestStatusMessage({
  status,
  loadingMessage = 'Loading...',
  successMessage,
  onRetry,
  className = '',
}: RequestStatusMessageProps) {
  const state = status.isPending ? 'loading' : chooseLoadState(status)
  if (state === 'loading') {
    return (
      <div role="status" className={`flex items-center gap-2 text-base text-content-muted ${className}`}>
        <Icon name="loader" size="sm" />
        <span>{loadingMessage}</span>
      </div>
    )
  }
  if (state === 'error') return <ErrorMessage status={status} onRetry={onRetry} className={className} />
  if (state === 'success' && successMessage) {
    return (
      <StatusBox tone="success" className={className}>
        {successMessage}
      </StatusBox>
    )
  }
  return null
}
