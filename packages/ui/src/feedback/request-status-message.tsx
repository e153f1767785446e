import type { ReactNode } from 'react'
import { chooseLoadState } from '../lib/load-state.ts'
import type { RequestStatus } from '../lib/request-status.ts'
import { Icon } from '../text/icon.tsx'
import { ErrorMessage } from './error-message.tsx'

import { StatusBox } from './status-box.tsx'

export interface RequestStatusMessageProps {
  status: RequestStatus
  loadingMessage?: ReactNode
  /** Nothing is said of a success unless this is given. */
  successMessage?: ReactNode
  onRetry?: () => void
  className?: string
}

/**
 * One line about a request: that it runs, that it failed and why, or that it is done. Nothing before it was made.
 * Part of the design system; no page uses it yet.
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
